// A certificate authority that lives as long as a run, so that tools with fixed hosts can be led to the fake scholarly web.
// Nobody but the tools that the benchmark starts is told to trust it, and its key goes with its folder.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DAYS = "2";

/**
 * @typedef {object} Certificate
 * @property {string} key of the server, PEM
 * @property {string} certificate of the server, PEM
 * @property {string} authority path of the file that clients are to trust
 */

/**
 * A certificate for the hosts, signed by an authority made for it.
 *
 * @param {string} folder where the files may lie until the run ends
 * @param {readonly string[]} hosts
 * @returns {Certificate}
 */
export function certify(folder, hosts) {
  const at = (/** @type {string} */ name) => join(folder, name);
  const made = ["-newkey", "rsa:2048", "-nodes", "-days", DAYS];
  const authority = ["-keyout", at("authority.key"), "-out", at("authority.pem")];
  openssl([
    ...["req", "-x509", ...made, ...authority, "-subj", "/CN=Fake scholarly web (benchmark)"],
    ...["-addext", "keyUsage=critical,keyCertSign,cRLSign"],
  ]);
  openssl([
    ...["req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=Fake scholarly web"],
    ...["-keyout", at("server.key"), "-out", at("server.csr")],
  ]);
  const names = hosts.map((host) => `DNS:${host}`).join(",");
  writeFileSync(
    at("server.ext"),
    `subjectAltName=${names}\nbasicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature,keyEncipherment\nextendedKeyUsage=serverAuth\nauthorityKeyIdentifier=keyid\n`,
  );
  openssl([
    ...["x509", "-req", "-days", DAYS, "-in", at("server.csr"), "-out", at("server.pem")],
    ...["-CA", at("authority.pem"), "-CAkey", at("authority.key"), "-CAcreateserial"],
    ...["-extfile", at("server.ext")],
  ]);
  return {
    key: readFileSync(at("server.key"), "utf8"),
    certificate: readFileSync(at("server.pem"), "utf8"),
    authority: at("authority.pem"),
  };
}

/** @param {string[]} args */
function openssl(args) {
  try {
    execFileSync("openssl", args, { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    const about = error instanceof Error ? error.message : String(error);
    throw new Error(
      `making a certificate for the tools with fixed hosts: ${about}. OpenSSL's command (1.1.1 or later) must be on the path.`,
      { cause: error },
    );
  }
}
