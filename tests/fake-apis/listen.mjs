// What the servers of the tests share: one port on the loopback interface, bodies of a bounded size, an end that waits for nobody.
import { createServer } from "node:http";

const HOST = "127.0.0.1";
const LARGEST_BODY = 4 * 1024 * 1024;

/**
 * @param {import("node:http").IncomingMessage} request
 * @returns {Promise<string | undefined>} undefined if it is too long
 */
export async function bodyOf(request) {
  if (request.method !== "POST" && request.method !== "PUT") return "";
  /** @type {Buffer[]} */
  const chunks = [];
  let length = 0;
  for await (const chunk of /** @type {AsyncIterable<Buffer>} */ (request)) {
    length += chunk.length;
    if (length > LARGEST_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * @typedef {object} Listening
 * @property {string} url without a slash at the end
 * @property {() => Promise<void>} close
 */

/**
 * Serves on the loopback interface.
 *
 * @param {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => Promise<void>} handle
 * @param {{ port: number, maxHeaderSize?: number, bugHeader: string }} options port 0: the system chooses; the header tells a bug of the
 *   server from an answer that was meant
 * @returns {Promise<Listening>}
 */
export async function listen(handle, { port, maxHeaderSize, bugHeader }) {
  const server = createServer(
    { keepAliveTimeout: 60_000, noDelay: true, ...(maxHeaderSize === undefined ? {} : { maxHeaderSize }) },
    (request, response) => {
      handle(request, response).catch((/** @type {unknown} */ error) => {
        // A bug of this server, or a connection that broke off while it was read.
        if (response.headersSent || response.destroyed) return;
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        response.writeHead(500, { "Content-Type": "text/plain", [bugHeader]: "1" }).end(message);
      });
    },
  );
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      resolve(undefined);
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error(`no port on ${HOST}`);
  return {
    url: `http://${HOST}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
