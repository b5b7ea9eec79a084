/** The extension with the hosts of the sources granted: browsers ask for them in a window that no test can click. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOSTS } from "../../scholarly-web/sources.mjs";
import { Extension } from "./extension";
import { DIST } from "./reading";
import { serveSecurely, type Served } from "./tls";

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

/** A journal's pages by path under a host that is granted, and the fake scholarly web under its own names. */
export async function launchGranted(
  web: { url: string },
  host: string,
  pages: ReadonlyMap<string, string | Served>,
): Promise<{ extension: Extension; close: () => Promise<void> }> {
  const prefixes = Object.entries(HOSTS as Readonly<Record<string, string>>);
  const standIns = new Map(prefixes.map(([name, prefix]) => [name, `${web.url}/${prefix}`]));
  const server = await serveSecurely(pages, standIns);
  const copy = grantedCopy([`https://${host}/*`]);
  const extension = await Extension.launch(copy.folder, [host, ...standIns.keys()], server.port);
  return {
    extension,
    close: async () => {
      await extension.close();
      await server.close();
      copy.remove();
    },
  };
}
