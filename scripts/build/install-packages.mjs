// Packages by which the command is installed: each carries a binary that was built before, and the models.
//   node scripts/build/install-packages.mjs wheel BINARY FOLDER [PLATFORM]   a wheel; PLATFORM as in its name, such as manylinux_2_35_x86_64
//   node scripts/build/install-packages.mjs npm BINARY FOLDER                two npm packages: the command, and its binary for this platform
// A wheel needs Python with `hatchling`.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "./release.mjs";

const NOTICES = ["LICENSE-MIT", "LICENSE-APACHE"];
/** Platforms that a release has a command for, as npm names them. */
const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"];
const NAME = "citelight";

/** @param {string} folder @param {string} readme */
function addNotices(folder, readme) {
  for (const file of NOTICES) cpSync(file, join(folder, file));
  execFileSync("node", ["scripts/build/notice.mjs", "command", join(folder, "NOTICE")], { stdio: "inherit" });
  writeFileSync(join(folder, "README.md"), readme);
}

const README = `# Citelight

Checks references and citations: do the works exist, as they are described, and do they say what the text says they say?

    citelight bib references.bib
    citelight check paper.tex --online
    citelight mcp
    citelight lsp

The models are part of the package. \`citelight --help\` lists all commands.
`;

/** @param {string} binary @param {string} out @param {string} platform */
function wheel(binary, out, platform) {
  const folder = mkdtempSync(join(tmpdir(), "citelight-wheel-"));
  try {
    cpSync("scripts/build/python", folder, { recursive: true });
    cpSync("models", join(folder, "models"), { recursive: true });
    cpSync(binary, join(folder, NAME));
    chmodSync(join(folder, NAME), 0o755);
    addNotices(folder, README);
    execFileSync("python3", ["-m", "hatchling", "build", "-t", "wheel", "-d", resolve(out)], {
      cwd: folder,
      stdio: "inherit",
      env: { ...process.env, CITELIGHT_VERSION: version(), CITELIGHT_PLATFORM: platform },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The name of this platform in a wheel that is installed where it was made. @returns {string} */
function ownPlatform() {
  const code = "import sysconfig; print(sysconfig.get_platform().replace('-', '_').replace('.', '_'))";
  return execFileSync("python3", ["-c", code], { encoding: "utf8" }).trim();
}

/** @param {string} binary @param {string} out */
function npm(binary, out) {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.includes(platform)) throw new Error(`a release has no command for ${platform}`);
  const about = {
    version: version(),
    license: "MIT OR Apache-2.0",
    description: "Check references and citations from the command line",
  };
  const own = join(out, `${NAME}-${platform}`);
  mkdirSync(join(own, "bin"), { recursive: true });
  cpSync(binary, join(own, "bin", NAME));
  chmodSync(join(own, "bin", NAME), 0o755);
  // Where the command looks for them: beside the folder that it lies in.
  cpSync("models", join(own, "share", NAME, "models"), { recursive: true });
  addNotices(own, `The command of [${NAME}](https://www.npmjs.com/package/${NAME}) for ${platform}.\n`);
  const [os, cpu] = platform.split("-");
  writePackage(own, { name: `${NAME}-${platform}`, ...about, os: [os], cpu: [cpu] });

  const launcher = join(out, NAME);
  mkdirSync(launcher, { recursive: true });
  cpSync("scripts/build/npm-command/citelight.mjs", join(launcher, "citelight.mjs"));
  addNotices(launcher, README);
  const optionalDependencies = Object.fromEntries(PLATFORMS.map((one) => [`${NAME}-${one}`, about.version]));
  writePackage(launcher, {
    name: NAME,
    ...about,
    bin: { citelight: "citelight.mjs" },
    engines: { node: ">=18" },
    optionalDependencies,
  });
}

/** @param {string} folder @param {object} content */
function writePackage(folder, content) {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
}

const [kind, binary, out, platform] = process.argv.slice(2);
if (binary === undefined || out === undefined) throw new Error("name a binary and a folder");
mkdirSync(out, { recursive: true });
if (kind === "wheel") wheel(resolve(binary), out, platform ?? ownPlatform());
else if (kind === "npm") npm(resolve(binary), out);
else throw new Error(`no kind of package is called ${String(kind)}`);
