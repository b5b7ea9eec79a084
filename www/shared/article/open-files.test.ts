import assert from "node:assert/strict";
import { test } from "node:test";
import type { InputFile } from "../generated/InputFile";
import type { OpenedFiles } from "../generated/OpenedFiles";
import { ALL_MESSAGES } from "../ui/locales/all";
import { openFiles } from "./open-files";

const NOTHING: OpenedFiles = { kind: "unreadable", reason: "" };

async function asked(files: File[]): Promise<InputFile[]> {
  let heard: InputFile[] = [];
  await openFiles({ open: (files) => ((heard = files), Promise.resolve(NOTHING)) }, files, ALL_MESSAGES.en);
  return heard;
}

test("files are handed over as bytes by their names", async () => {
  const [tex, bib] = await asked([new File(["\\cite{a}"], "main.tex"), new File(["@book{a}"], "refs.bib")]);
  assert.deepEqual([tex?.name, bib?.name], ["main.tex", "refs.bib"]);
  assert.equal(new TextDecoder().decode(tex?.bytes), "\\cite{a}");
});

test("a page or a text in an old encoding is handed over in UTF-8", async () => {
  const page = new Uint8Array([...new TextEncoder().encode("<meta charset=windows-1251>"), 0xcf, 0xf0]);
  const [html] = await asked([new File([page], "page.html")]);
  assert.ok(new TextDecoder().decode(html?.bytes).endsWith("Пр"));
  const latin2 = new Uint8Array([...new TextEncoder().encode("% Encoding: Cp1250\n"), 0xd5, 0xf5]);
  const [bib, unknown] = await asked([new File([latin2], "refs.bib"), new File([latin2], "figure.eps")]);
  assert.ok(new TextDecoder().decode(bib?.bytes).endsWith("Őő"));
  assert.deepEqual(unknown?.bytes, latin2);
});
