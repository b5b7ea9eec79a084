/** Serves pages under their own host names, with a certificate made on the spot. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request as connect, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file that is no page, or a page that runs what it likes. */
export interface Served {
  type: string;
  body: Uint8Array;
  /** Without a content policy. */
  isFree?: boolean;
  /** Any page may read it. */
  isShared?: boolean;
  /** 200 if none is given. */
  status?: number;
  /** Leads there instead. */
  redirect?: string;
  /** Goes on after its body, for ever. */
  isEndless?: boolean;
}

export interface SecureServer {
  port: number;
  /** Paths that were asked for. */
  asked: string[];
  /** How each path was asked for last. */
  headers: ReadonlyMap<string, IncomingHttpHeaders>;
  /** Hosts that they were asked of. */
  hosts: ReadonlySet<string>;
  /** What was passed on to servers that answer for hosts, in whole. */
  passedOn: { host: string; url: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/**
 * @param pages content by path; all else is not found.
 * @param standIns bases of servers that answer for hosts.
 */
export async function serveSecurely(
  pages: ReadonlyMap<string, string | Served>,
  standIns: ReadonlyMap<string, string> = new Map(),
): Promise<SecureServer> {
  const folder = mkdtempSync(join(tmpdir(), "citelight-tls-"));
  const key = join(folder, "key.pem");
  const certificate = join(folder, "certificate.pem");
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-subj",
      "/CN=localhost",
      "-keyout",
      key,
      "-out",
      certificate,
    ],
    { stdio: "ignore" },
  );
  const asked: string[] = [];
  const askedWith = new Map<string, IncomingHttpHeaders>();
  const hosts = new Set<string>();
  const passedOn: SecureServer["passedOn"] = [];
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificate) },
    (request, response) => {
      const path = (request.url ?? "/").replace(/\?.*$/, "");
      asked.push(path);
      askedWith.set(path, request.headers);
      hosts.add(request.headers.host ?? "");
      const page = pages.get(path);
      const base = standIns.get(request.headers.host ?? "");
      if (page === undefined && base !== undefined) {
        const { url = "/", headers } = request;
        passedOn.push({ host: headers.host ?? "", url, headers });
        const passed = connect(`${base}${request.url ?? "/"}`, {
          method: request.method ?? "GET",
          headers: request.headers,
        });
        passed.on("response", (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          // What breaks off behind it breaks off here, too.
          answer.on("close", () => {
            if (!answer.complete) response.destroy();
          });
        });
        passed.on("error", () => response.destroy());
        request.pipe(passed);
        return;
      }
      if (typeof page === "object" && page.redirect !== undefined) {
        response.writeHead(302, { Location: page.redirect }).end();
        return;
      }
      // As strict as a page can be: the extension must not depend on its content policy.
      const status = typeof page === "object" ? (page.status ?? 200) : 200;
      response.writeHead(page === undefined ? 404 : status, {
        ...(typeof page === "object" && page.isShared === true ? { "Access-Control-Allow-Origin": "*" } : {}),
        "Content-Type":
          page === undefined || typeof page === "string" ? "text/html; charset=utf-8" : page.type,
        ...(typeof page === "object" && page.isFree === true
          ? {}
          : { "Content-Security-Policy": "default-src 'none'; style-src 'self'" }),
      });
      if (typeof page === "object" && page.isEndless === true) {
        response.write(page.body);
        writeForEver(response);
        return;
      }
      response.end(page === undefined || typeof page === "string" ? (page ?? "not found") : page.body);
    },
  );
  rmSync(folder, { recursive: true, force: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    headers: askedWith,
    hosts,
    passedOn,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const BLOCK = Buffer.alloc(64 * 1024, " ");

/** As fast as it is read, until nobody reads any more. */
function writeForEver(response: ServerResponse): void {
  while (!response.destroyed) {
    if (response.write(BLOCK)) continue;
    response.once("drain", () => {
      writeForEver(response);
    });
    return;
  }
}
