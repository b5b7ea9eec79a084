// A proxy for tools whose hosts are fixed: requests to hosts that the fake scholarly web stands for are answered by it, all
// others are refused and counted. Nothing leaves the machine.
import { createServer, request as ask } from "node:http";
import { createServer as createSecureServer } from "node:https";

const HOST = "127.0.0.1";

/**
 * @typedef {object} Proxy
 * @property {string} url
 * @property {() => Record<string, number>} refused requests by host
 * @property {() => Unanswered[]} unanswered requests that the fake web has no form for
 * @property {() => Promise<void>} close
 */

/**
 * A request that came to a host of the fake web, at a path that it does not know.
 *
 * @typedef {{ host: string, path: string }} Unanswered
 */

/**
 * Starts the proxy on the loopback interface.
 *
 * @param {object} about
 * @param {string} about.web URL of the fake scholarly web
 * @param {Record<string, string>} about.hosts real host → prefix
 * @param {import("./authority.mjs").Certificate} about.certificate for these hosts
 * @param {(prefix: string, path: string) => boolean} about.isKnown whether the fake web has a form for a path
 * @returns {Promise<Proxy>}
 */
export async function startProxy({ web, hosts, certificate, isKnown }) {
  /** @type {Record<string, number>} */
  const refused = {};
  /** @type {Unanswered[]} */
  const unanswered = [];
  const refuse = (/** @type {string} */ host) => {
    refused[host] = (refused[host] ?? 0) + 1;
  };

  /**
   * @param {import("node:http").IncomingMessage} request
   * @param {import("node:http").ServerResponse} response
   * @param {string} host
   * @param {string} path with its query
   */
  function answer(request, response, host, path) {
    const prefix = Object.hasOwn(hosts, host) ? hosts[host] : undefined;
    if (prefix === undefined) {
      refuse(host);
      response.writeHead(502, { "Content-Type": "text/plain" }).end(`${host} is not simulated`);
      return;
    }
    const bare = path.split("?", 1)[0] ?? "";
    if (!isKnown(prefix, bare)) unanswered.push({ host, path: bare });
    const headers = { ...request.headers, host: new URL(web).host };
    const inner = ask(`${web}/${prefix}${path}`, { method: request.method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    inner.on("error", (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { "Content-Type": "text/plain" }).end(error.message);
    });
    request.pipe(inner);
  }

  const secure = createSecureServer(
    { key: certificate.key, cert: certificate.certificate },
    (request, response) => {
      answer(request, response, hostOf(request.headers.host ?? ""), request.url ?? "/");
    },
  );
  const open = createServer((request, response) => {
    // Without TLS a proxy is asked for the whole address.
    const asked = URL.parse(request.url ?? "");
    if (asked?.protocol === "http:") answer(request, response, asked.hostname, asked.pathname + asked.search);
    else response.writeHead(400, { "Content-Type": "text/plain" }).end("this is a proxy");
  });
  /** @type {Set<import("node:stream").Duplex>} tunnels, of which the servers know nothing once they are made */
  const tunnels = new Set();
  open.on("connect", (request, socket) => {
    const host = hostOf(request.url ?? "");
    tunnels.add(socket);
    socket.on("close", () => tunnels.delete(socket));
    socket.on("error", () => socket.destroy());
    if (!Object.hasOwn(hosts, host)) {
      refuse(host);
      socket.end("HTTP/1.1 502 Not simulated\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    secure.emit("connection", socket);
  });
  await new Promise((resolve, reject) => {
    open.once("error", reject);
    open.listen(0, HOST, () => {
      resolve(undefined);
    });
  });
  const address = open.address();
  if (address === null || typeof address === "string") throw new Error(`no port on ${HOST} for the proxy`);
  return {
    url: `http://${HOST}:${address.port}`,
    refused: () => ({ ...refused }),
    unanswered: () => [...unanswered],
    close: () =>
      new Promise((resolve) => {
        open.close(() => {
          resolve();
        });
        for (const tunnel of tunnels) tunnel.destroy();
        open.closeAllConnections();
        secure.closeAllConnections();
      }),
  };
}

/** A host without its port. @param {string} authority */
const hostOf = (authority) => authority.replace(/:\d+$/, "").toLowerCase();
