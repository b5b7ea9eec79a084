/** A journal's site: folders and pages under paths of their own, with the headers that the journal sends. */

import { createServer } from "node:http";
import { readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  "": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** The strictest policy under which `<cite-light>` does all it can: no inline script or style, no eval. */
export const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; trusted-types 'none'; require-trusted-types-for 'script'";

export interface Site {
  url: string;
  /** Paths that were asked for. */
  asked: string[];
  close: () => Promise<void>;
}

/**
 * Serves a site on the loopback interface.
 *
 * @param folders path that ends with a slash: folder
 * @param pages path: text
 */
export async function site(
  folders: Readonly<Record<string, string>>,
  pages: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { "Content-Security-Policy": STRICT },
): Promise<Site> {
  const asked: string[] = [];
  const contentOf = (path: string): Buffer | string | null => {
    if (Object.hasOwn(pages, path)) return pages[path] ?? null;
    for (const [prefix, folder] of Object.entries(folders)) {
      if (!path.startsWith(prefix)) continue;
      const file = join(folder, normalize(`/${path.slice(prefix.length)}`));
      if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return readFileSync(file);
    }
    return null;
  };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://site").pathname);
    asked.push(path);
    const content = contentOf(path);
    if (content === null) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found");
      return;
    }
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    response.writeHead(200, { ...headers, "Content-Type": type, "X-Content-Type-Options": "nosniff" });
    response.end(content);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the site has no port");
  return {
    url: `http://127.0.0.1:${address.port}/`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => {
          done();
        });
        server.closeAllConnections();
      }),
  };
}
