import assert from "node:assert/strict";
import { test } from "node:test";
import { shownAddress, watchRequests, type LoggedRequest } from "./requests";

test("an address is shown without the key in it", () => {
  assert.equal(
    shownAddress("https://api.example.org/works?search=a%20b&api_key=k-1&per-page=2"),
    "https://api.example.org/works?search=a%20b&api_key=…&per-page=2",
  );
  assert.equal(
    shownAddress("https://api.example.org/works?api_key=k-1"),
    "https://api.example.org/works?api_key=…",
  );
  const keyless = "https://api.example.org/works?search=api_key";
  assert.equal(shownAddress(keyless), keyless);
});

test("a request is told by whatever means it was made, a file of the package is not", () => {
  Object.assign(globalThis, { self: { location: new URL("https://journal.example/worker.js") } });
  class Request extends EventTarget {
    status = 0;
    open(): void {
      this.status = 404;
    }
    send(): void {
      this.dispatchEvent(new Event("loadend"));
    }
  }
  const scope = { fetch, XMLHttpRequest: Request as unknown as typeof XMLHttpRequest };
  const told: LoggedRequest[] = [];
  watchRequests(scope, (request) => told.push(request));
  for (const address of ["/models/a.onnx", "https://models.example/a.onnx?api_key=k"]) {
    const request = new scope.XMLHttpRequest();
    request.open("GET", address);
    request.send();
  }
  assert.deepEqual(
    told.map(({ method, url, sent, status }) => ({ method, url, sent, status })),
    [{ method: "GET", url: "https://models.example/a.onnx?api_key=…", sent: 0, status: 404 }],
  );
});
