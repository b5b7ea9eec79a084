#!/usr/bin/env node
// Runs the command of the package for this platform, which npm installs beside this one.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const NAME = `citelight-${process.platform}-${process.arch}`;

function command() {
  try {
    return createRequire(import.meta.url).resolve(`${NAME}/bin/citelight`);
  } catch {
    console.error(
      `citelight: there is no command for ${process.platform} on ${process.arch} here; ` +
        `install ${NAME}, or build it from its sources (docs/install.md)`,
    );
    process.exit(2);
  }
}

const { status, signal, error } = spawnSync(command(), process.argv.slice(2), { stdio: "inherit" });
if (error !== undefined) console.error(`citelight: the command could not be started: ${error.message}`);
if (signal !== null) process.kill(process.pid, signal);
process.exit(status ?? 2);
