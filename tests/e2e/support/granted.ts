/** A copy of the extension to which the hosts of the sources are granted: browsers ask for them in a window that no test can click. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DIST } from "./reading";

export function grantedCopy(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "citelight-granted-"));
  cpSync(join(DIST, "chrome"), folder, { recursive: true });
  const path = join(folder, "manifest.json");
  const { optional_host_permissions: hosts, ...manifest } = JSON.parse(readFileSync(path, "utf8")) as {
    optional_host_permissions: string[];
  };
  const known = hosts.filter((host) => !/^(https?:\/\/\*|file:)/.test(host));
  writeFileSync(
    path,
    JSON.stringify({ ...manifest, host_permissions: known, optional_host_permissions: hosts }),
  );
  return {
    folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
