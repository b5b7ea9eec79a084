import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeDeclared, decodePage } from "./decode";

const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

test("a page is decoded as it says, else as UTF-8, else as browsers decode old pages", () => {
  assert.equal(decodePage(latin('<meta charset="iso-8859-1"><p>M\xfcller')).slice(-6), "Müller");
  assert.equal(decodePage(latin("<p>M\xfcller")), "<p>Müller");
  assert.equal(decodePage(new Uint8Array(Buffer.from("<p>Müller"))), "<p>Müller");
  const header = '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">';
  assert.equal(
    decodePage(new Uint8Array([...Buffer.from(header), 0x93, 0xfa, 0x96, 0x7b])).slice(-2),
    "日本",
  );
  assert.equal(decodePage(new Uint8Array([0xff, 0xfe, 0x48, 0x00, 0x69, 0x00])), "Hi");
});

test("a declaration that is wrong or unknown does no harm", () => {
  const page = (label: string) => new Uint8Array(Buffer.from(`<meta charset="${label}"><p>é`));
  assert.equal(decodePage(page("utf-16")).slice(-1), "é");
  assert.equal(decodePage(page("klingon")).slice(-1), "é");
  assert.equal(decodePage(new Uint8Array()), "");
});

test("a text is decoded where it declares an old encoding, and left to the core everywhere else", () => {
  const szolo = "sz\xf5l\xf5";
  const declared = [
    `\\usepackage[T1]{fontenc}\\usepackage[latin2]{inputenc} ${szolo}`,
    `% Encoding: ISO8859_2\n${szolo}`,
    `<?xml version="1.0" encoding="ISO-8859-2"?><p>${szolo}`,
    `% !TeX encoding = cp1250\n${szolo}`,
    `% -*- coding: iso-8859-2 -*-\n${szolo}`,
    `% -*- coding: latin-2-unix -*-\n${szolo}`,
    `% -*- coding: iso-latin-2-dos -*-\n${szolo}`,
  ];
  for (const text of declared) assert.equal(decodeDeclared(latin(text))?.slice(-5), "szőlő", text);
  assert.equal(decodeDeclared(latin("\\usepackage[applemac]{inputenc} M\x9fller"))?.slice(-6), "Müller");

  for (const text of [`\\usepackage[utf8]{inputenc} ${szolo}`, `% Encoding: klingon\n${szolo}`, szolo]) {
    assert.equal(decodeDeclared(latin(text)), null, text);
  }
  const utf8 = "\\usepackage[latin2]{inputenc} szőlő";
  assert.equal(decodeDeclared(new Uint8Array(Buffer.from(utf8))), null);
  assert.equal(decodeDeclared(new Uint8Array([0xff, 0xfe, 0x48, 0x00])), null);
});
