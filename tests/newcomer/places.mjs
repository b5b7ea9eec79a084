// Where a newcomer begins: a home with nothing in it, an environment of PATH, HOME and LANG alone, and of this machine only its toolchains.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";

const USUAL_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const USER = "citelight-newcomer";
/** The Debian whose Node.js is new enough; Rust comes from rustup, as README wants it. */
const DEBIAN = "trixie";

/**
 * @typedef {object} Place
 * @property {string} told what it is, in words
 * @property {string} home its home as this process sees it
 * @property {(command: string, folder: string) => import("node:child_process").ChildProcess} run a command of a shell, in a folder below home,
 *   in a process group of its own
 * @property {() => void} settle makes what was put into home the newcomer's own
 * @property {() => void} remove
 */

/** Folders of rustup, where this machine has Rust from it. */
function rustup() {
  const cargo = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");
  const toolchains = process.env.RUSTUP_HOME ?? join(homedir(), ".rustup");
  return existsSync(join(cargo, "rustup")) && existsSync(toolchains) ? { cargo, toolchains } : undefined;
}

/** @param {string} home @param {string} [node] a folder with Node.js that is none of the usual ones */
function environment(home, node) {
  const folders = [join(home, ".cargo/bin"), ...(node === undefined ? [] : [node]), USUAL_PATH];
  return { HOME: home, LANG: "C.UTF-8", PATH: folders.join(":") };
}

/** Where Node.js is, if a newcomer would not look there. */
function unusualNode() {
  const folder = dirname(process.execPath);
  return USUAL_PATH.split(":").includes(folder) ? undefined : folder;
}

/** @param {Record<string, string>} variables */
const words = (variables) => Object.entries(variables).map(([name, value]) => `${name}=${value}`);

/** @param {string[]} command @param {import("node:child_process").SpawnOptions} [options] */
function start([program = "", ...rest], options = {}) {
  return spawn(program, rest, { detached: true, stdio: ["ignore", "pipe", "pipe"], ...options });
}

/**
 * A shell that sees folders of this machine elsewhere, and nobody else does: what is mounted goes with it.
 *
 * @param {string[]} mounts commands
 * @param {string[]} command
 */
function withMounts(mounts, command) {
  return start(["unshare", "--mount", "bash", "-euc", `${mounts.join("\n")}\nexec "$@"`, "bash", ...command]);
}

/** @param {string} home @returns {string[]} */
function rustMounts(home) {
  const rust = rustup();
  if (rust === undefined) return [];
  return [
    `mount --bind -o ro '${rust.cargo}' '${home}/.cargo/bin'`,
    `mount --bind -o ro '${rust.toolchains}' '${home}/.rustup'`,
  ];
}

/** @param {string} home */
function placesOfRust(home) {
  if (rustup() === undefined) return;
  for (const path of [".cargo/bin", ".rustup"]) mkdirSync(join(home, path), { recursive: true });
}

/** This user with an empty home: all that can be done without being root. @returns {Place} */
export function emptyHome() {
  const folder = mkdtempSync(join(tmpdir(), "citelight-newcomer-"));
  const home = join(folder, "home");
  mkdirSync(home);
  const rust = rustup();
  if (rust !== undefined) {
    mkdirSync(join(home, ".cargo"));
    symlinkSync(rust.cargo, join(home, ".cargo/bin"));
    symlinkSync(rust.toolchains, join(home, ".rustup"));
  }
  return {
    told: "this user with an empty home",
    home,
    run: (command, path) =>
      start(["bash", "-c", command], { cwd: join(home, path), env: environment(home, unusualNode()) }),
    settle: () => undefined,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A user of its own, who may do nothing else on this machine. @returns {Place} */
export function cleanUser() {
  const home = `/home/${USER}`;
  if (existsSync(home))
    throw new Error(`${home} is there already, from a run before: userdel --remove ${USER}`);
  execFileSync("useradd", ["--create-home", "--home-dir", home, "--shell", "/bin/bash", USER]);
  const id = (/** @type {string} */ option) =>
    Number(execFileSync("id", [option, USER], { encoding: "utf8" }));
  const [user, group] = [id("-u"), id("-g")];
  placesOfRust(home);
  const settle = () => {
    // Not what is mounted below it: that is seen by the newcomer's shells alone.
    execFileSync("chown", ["--recursive", `${user}:${group}`, home]);
  };
  settle();
  return {
    told: `the new user ${USER}`,
    home,
    run: (command, path) =>
      withMounts(rustMounts(home), [
        ...["setpriv", "--reuid", USER, "--regid", USER, "--init-groups", "env", "-i"],
        ...words(environment(home, unusualNode())),
        ...["bash", "-c", `cd '${join(home, path)}' && ${command}`],
      ]),
    settle,
    remove: () => {
      execFileSync("userdel", ["--remove", USER], { stdio: "ignore" });
    },
  };
}

/** A system of its own, installed from Debian's packages, with git and rustup's Rust; all else is for build.sh to install. @returns {Place} */
export function cleanRoot() {
  const root = mkdtempSync("/var/tmp/citelight-newcomer-");
  const home = join(root, "root");
  execFileSync(
    "debootstrap",
    ["--variant=minbase", "--include=ca-certificates,git,locales-all", DEBIAN, root],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  placesOfRust(home);
  // Packages start no services here, as in containers.
  writeFileSync(join(root, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  // Behind a proxy that opens encrypted connections nothing can be fetched without its certificate.
  const own = "usr/local/share/ca-certificates";
  if (existsSync(join("/", own))) cpSync(join("/", own), join(root, own), { recursive: true, force: true });
  execFileSync("chroot", [root, "update-ca-certificates"], { stdio: "ignore" });
  const mounts = [
    `mount -t proc proc '${root}/proc'`,
    `mount --rbind /dev '${root}/dev'`,
    `mount --rbind /sys '${root}/sys'`,
    ...rustMounts(home),
  ];
  return {
    told: `a fresh Debian ${DEBIAN} in ${root}`,
    home,
    run: (command, path) =>
      withMounts(mounts, [
        ...["chroot", root, "env", "-i", ...words(environment("/root"))],
        ...["bash", "-c", `cd '${join("/root", path)}' && ${command}`],
      ]),
    settle: () => {
      execFileSync("chown", ["--recursive", "0:0", home]);
    },
    remove: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}
