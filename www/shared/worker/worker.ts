/** The worker that owns the core, and starts the workers that run its models. */

import type { FromWorker } from "../generated/FromWorker";
import type { ToWorker } from "../generated/ToWorker";
import type { Ping, Pong } from "../heartbeat";
import { proxyToPage, type FetchProxy } from "./fetch-proxy";
import { openModels, modelEnvironment, type OpenedModels } from "./open-models";
import { pdfReaderBeside } from "../pdf/pdf-reader";
import type { PdfText } from "../generated/PdfText";
import { optionsOf } from "./options";
import { drawOnPage, type DrawnPage } from "./page-images";
import { watchRequests, type Requested } from "./requests";
import { loadBuild } from "./wasm";

interface Core {
  receive(message: ToWorker): void;
}

/** What crate/web exports. */
interface CoreBuild {
  Worker: new (
    post: (message: FromWorker) => void,
    openModels: (folder: string, added: string[]) => Promise<OpenedModels>,
    carry: FetchProxy,
    readPdf: (file: Uint8Array) => Promise<PdfText>,
    drawPage: (reading: string, page: number) => Promise<DrawnPage>,
  ) => Core;
}

const post = (message: FromWorker): void => {
  self.postMessage(message);
};

watchRequests(self, (request) => {
  self.postMessage({ kind: "requested", request } satisfies Requested);
});

const giveSign = (): void => {
  self.postMessage({ kind: "pong" } satisfies Pong);
};

// The script has come: from now on it answers.
giveSign();

// Messages that come while the core is being fetched wait here.
const waiting: ToWorker[] = [];
let core: Core | null = null;

self.addEventListener("message", (event: MessageEvent<ToWorker | Ping>) => {
  if (event.data.kind === "ping") giveSign();
  else if (core === null) waiting.push(event.data);
  else core.receive(event.data);
});

async function start(): Promise<void> {
  const options = optionsOf(self.location.href, navigator.hardwareConcurrency);
  const around = modelEnvironment(options);
  const build = await loadBuild<CoreBuild>(options.wasm, "core");
  const tell = (file: string, received: number, total: number): void => {
    post({ kind: "loading", file, received, total });
  };
  const carry = proxyToPage((order, ports) => {
    self.postMessage(order, { transfer: ports });
  });
  const pdfs = pdfReaderBeside(self.location.href);
  core = new build.Worker(
    post,
    (folder, added) => openModels(folder, added, tell, around),
    carry,
    (file) => pdfs.read(file),
    drawOnPage((request, ports) => {
      self.postMessage(request, { transfer: ports });
    }),
  );
  for (const message of waiting.splice(0)) core.receive(message);
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  post({
    kind: "failed",
    audit: null,
    message: `The core of Citelight could not be loaded: ${reason}. Reload the page; if this stays, the browser lacks WebAssembly SIMD or the page's content policy forbids WebAssembly.`,
  });
  // Nothing works from here on; the client starts another worker when asked again.
  self.close();
});
