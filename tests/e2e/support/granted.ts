/** The extension with the hosts of the sources granted: browsers ask for them in a window that no test can click. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOSTS } from "../../fake-apis/sources.mjs";
import { Extension } from "./extension";
import { DIST } from "./reading";
import { serveSecurely, type SecureServer, type Served } from "./tls";

/** A port at which nobody listens. */
const NOBODY = "http://127.0.0.1:1";

/** @param sites patterns that are granted beside the sources. */
export function grantedCopy(sites: readonly string[] = []): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "citelight-granted-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  const path = join(folder, "manifest.json");
  const { optional_host_permissions: hosts, ...manifest } = JSON.parse(readFileSync(path, "utf8")) as {
    optional_host_permissions: string[];
  };
  const known = hosts.filter((host) => !/^(https?:\/\/\*|file:)/.test(host));
  const granted = [...known, ...sites];
  writeFileSync(
    path,
    JSON.stringify({ ...manifest, host_permissions: granted, optional_host_permissions: hosts }),
  );
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A browser of a reader who granted the hosts. */
export interface Granted {
  extension: Extension;
  /** Closes the browser and opens it again, as on another day. */
  restart(): Promise<void>;
  server: SecureServer;
  /** Whether the sources can be reached; the journal always can. */
  setOnline(isOnline: boolean): void;
  close(): Promise<void>;
}

/**
 * A journal's pages by path under a host that is granted, and the fake scholarly APIs under its own names.
 *
 * @param copies further hosts with the same pages, that are granted as soon as they are asked for
 */
export async function launchGranted(
  web: { url: string },
  host: string,
  pages: ReadonlyMap<string, string | Served>,
  copies: readonly string[] = [],
): Promise<Granted> {
  const prefixes = Object.entries(HOSTS as Readonly<Record<string, string>>);
  const standIns = new Map(prefixes.map(([name, prefix]) => [name, `${web.url}/${prefix}`]));
  const bases = new Map(standIns);
  const server = await serveSecurely(pages, bases);
  const copy = grantedCopy([host, ...copies].map((name) => `https://${name}/*`));
  const profile = mkdtempSync(join(tmpdir(), "citelight-profile-"));
  const launched = (): Promise<Extension> =>
    Extension.launch(copy.folder, [host, ...copies, ...standIns.keys()], server.port, { profile });
  const granted: Granted = {
    extension: await launched(),
    server,
    restart: async () => {
      await granted.extension.close();
      granted.extension = await launched();
    },
    setOnline: (isOnline) => {
      for (const [name, base] of standIns) bases.set(name, isOnline ? base : NOBODY);
    },
    close: async () => {
      await granted.extension.close();
      await server.close();
      copy.remove();
      rmSync(profile, { recursive: true, force: true });
    },
  };
  return granted;
}
