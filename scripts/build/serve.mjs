// A static file server on the loopback interface, for `./build.sh run` and the end-to-end tests:
//   node scripts/build/serve.mjs FOLDER [--port N] [--open]
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HOST = "127.0.0.1";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".jsonl": "application/jsonl; charset=utf-8",
  ".map": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".onnx": "application/octet-stream",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/**
 * The file a request means, or undefined: nothing outside the folder, also not through a link.
 *
 * @param {string} root real path of the folder
 * @param {string} url path and query of the request
 */
async function fileFor(root, url) {
  try {
    const path = decodeURIComponent(new URL(url, `http://${HOST}`).pathname);
    let file = await realpath(join(root, path));
    let info = await stat(file);
    if (info.isDirectory() && path.endsWith("/")) {
      file = await realpath(join(file, "index.html"));
      info = await stat(file);
    }
    return info.isFile() && file.startsWith(root + sep) ? { file, size: info.size } : undefined;
  } catch {
    return undefined; // no such file, or a path that cannot be decoded
  }
}

/**
 * Serves a folder.
 *
 * @param {string} folder
 * @param {number} [port] 0 or taken: the system chooses a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(folder, port = 0) {
  const root = await realpath(folder);
  const server = createServer((request, response) => {
    void (async () => {
      const found =
        request.method === "GET" || request.method === "HEAD"
          ? await fileFor(root, request.url ?? "/")
          : undefined;
      if (!found) {
        response.writeHead(404, { "Content-Type": "text/plain; charset=utf-8" }).end("not found\n");
        return;
      }
      response.writeHead(200, {
        "Content-Type": TYPES[extname(found.file).toLowerCase()] ?? "application/octet-stream",
        "Content-Length": found.size,
        "Cache-Control": "no-cache",
        "X-Content-Type-Options": "nosniff",
      });
      if (request.method === "HEAD") response.end();
      else
        createReadStream(found.file)
          .on("error", () => response.destroy())
          .pipe(response);
    })();
  });

  /** @param {number} wanted */
  const listen = (wanted) =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(wanted, HOST, () => {
        server.off("error", reject);
        resolve(undefined);
      });
    });
  try {
    await listen(port);
  } catch (error) {
    if (port === 0 || !(error instanceof Error && "code" in error && error.code === "EADDRINUSE"))
      throw error;
    await listen(0);
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error(`no port on ${HOST}`);
  return {
    url: `http://${HOST}:${address.port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** @param {string} url */
function openBrowser(url) {
  const mac = process.platform === "darwin";
  if (!mac && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn(mac ? "open" : "xdg-open", [url], { stdio: "ignore", detached: true });
  child.on("error", () => {
    console.log("No program to open a browser was found; open the address yourself.");
  });
  child.unref();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: "string", default: "0" }, open: { type: "boolean", default: false } },
  });
  const port = Number(values.port);
  if (positionals[0] === undefined || !Number.isInteger(port) || port < 0 || port > 65535) {
    console.error("usage: serve.mjs FOLDER [--port 0..65535] [--open]");
    process.exit(2);
  }
  const { url } = await serve(positionals[0], port);
  if (port !== 0 && new URL(url).port !== String(port)) console.log(`Port ${port} is taken.`);
  console.log(`Citelight's demo: ${url}  (Ctrl-C ends it)`);
  if (values.open) openBrowser(url);
}
