/** Starts the comparison and shows what comes of it. */

import type { FromWorker, Row, Start } from "./messages";

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}

const start = element("start", HTMLButtonElement);
const imitation = element("imitation", HTMLInputElement);
const state = element("state", HTMLParagraphElement);
const table = element("results", HTMLTableElement);
const rows = element("rows", HTMLTableSectionElement);

function show(row: Row): void {
  const ratio = row.onDevice / row.onProcessor;
  const line = document.createElement("tr");
  for (const text of [
    row.model,
    `${row.inputs}, ${row.tokens}`,
    row.agrees ? row.processor : `${row.processor}: too far apart`,
    row.reference,
    `${row.onDevice.toFixed(0)} tokens/s`,
    `${row.onProcessor.toFixed(0)} tokens/s`,
    ratio.toFixed(2),
    row.agrees && ratio > 1 ? "webgpu" : "int8",
  ]) {
    const cell = document.createElement("td");
    cell.textContent = text;
    line.append(cell);
  }
  rows.append(line);
  table.hidden = false;
}

start.addEventListener("click", () => {
  start.disabled = true;
  rows.replaceChildren();
  const worker = new Worker("worker.js", { type: "module" });
  let adapter = "";
  const end = (text: string): void => {
    state.textContent = text;
    start.disabled = false;
    worker.terminate();
  };
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
      case "state":
        state.textContent = data.text;
        break;
      case "row":
        adapter = data.adapter;
        show(data.row);
        break;
      case "done":
        end(`Done on ${adapter}. ${navigator.userAgent}`);
        break;
      case "failed":
        end(`It failed: ${data.text}`);
        break;
    }
  });
  worker.addEventListener("error", ({ message }) => {
    end(`The worker ended: ${message}`);
  });
  worker.postMessage({ imitation: imitation.checked } satisfies Start);
});
