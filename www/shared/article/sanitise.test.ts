import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

const HOSTILE = `<!doctype html><html><head><base href="https://evil.example/"><script>window.ran = 1</script></head><body>
<article onclick="window.ran = 2" style="background:url(https://evil.example/a.png)">
<p>kept <a href="javascript:window.ran=3">script link</a> <a href=" java&#10;script:window.ran=4">another</a>
<a href="//evil.example/x">relative</a> <a href="https://ok.example/x">good</a> <a href="#bib1">inside</a></p>
<img src="https://evil.example/b.png" onerror="window.ran = 5" alt="A chart">
<svg onload="window.ran = 6"><script>window.ran = 7</script><a href="javascript:1"><text>svg</text></a></svg>
<math><mtext><img src=x onerror="window.ran = 8"></mtext><mi href="javascript:1" alttext="y">x</mi>
<annotation-xml encoding="text/html"><img src=x onerror="window.ran = 9"></annotation-xml></math>
<iframe srcdoc="<script>parent.ran = 10</script>"></iframe><object data="https://evil.example/o"></object>
<form action="https://evil.example/f"><button formaction="javascript:1">press</button></form>
<x-own onclick="window.ran = 11">own element</x-own><link rel="stylesheet" href="https://evil.example/s.css">
<div data-citelight-ui="card" data-jats-rid="r1">ours</div><template><p>hidden</p></template></article></body></html>`;

test("nothing of a hostile page runs, loads or leads to a script", async () => {
  const page = await open("<div id=target></div>");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const html = await page.evaluate(async (hostile) => {
    const parsed = await lib.parseInSlices(hostile);
    const target = document.querySelector("#target");
    if (target === null) throw new Error("no target");
    await lib.copySafely(lib.articleOf(parsed), target, (description) => description);
    for (const link of target.querySelectorAll("a")) link.click();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return target.getHTML();
  }, HOSTILE);
  assert.equal(await page.evaluate(() => (globalThis as { ran?: number }).ran), undefined);
  assert.deepEqual(
    requests.filter((url) => url.includes("evil")),
    [],
  );
  assert.doesNotMatch(
    html,
    /evil|javascript|script:|\son\w+=|style=|<svg|<img|<iframe|<object|<form|<button|<link|citelight|<template/i,
  );
  assert.match(html, /kept/);
  assert.match(html, /href="https:\/\/ok\.example\/x" target="_blank" rel="noopener noreferrer nofollow"/);
  assert.match(html, /href="#bib1"/);
  assert.match(html, /A chart/);
  assert.match(html, /own element/);
  assert.match(html, /data-jats-rid="r1"/);
});

test("citations that a page draws in shadow trees are shown in the copy", async () => {
  const page = await open("<div id=target></div>");
  const shown = await page.evaluate(
    async (distill) => {
      const parsed = await lib.parseInSlices(distill);
      const target = document.querySelector("#target");
      if (target === null) throw new Error("no target");
      await lib.copySafely(lib.articleOf(parsed), target, (description) => description);
      return [...target.querySelectorAll("d-cite")].map((cite) => [
        cite.getAttribute("key"),
        cite.textContent,
      ]);
    },
    readFileSync("tests/fixtures/pages/synthetic-distill.html", "utf8"),
  );
  assert.deepEqual(shown, [
    ["olah2020zoom", "[1]"],
    ["vaswani2017attention", "[2]"],
    ["kingma2014adam", "[3]"],
    ["olah2020zoom, vaswani2017attention", "[1, 2]"],
    ["olah2020zoom", "[1]"],
    ["olah2020zoom", "[1]"],
  ]);
});

test("a tag of a hundred thousand attributes is copied, and its page taken, in the time that it takes to parse it", async () => {
  const page = await open("<div id=target></div>");
  for (const prefix of ["a", "data-a"]) {
    const [parsing, copying, taking] = await page.evaluate(async (prefix) => {
      const names = Array.from({ length: 100_000 }, (_, index) => `${prefix}${index}`);
      const times = [performance.now()];
      const parsed = await lib.parseInSlices(`<article><p ${names.join(" ")}>We slept [1].</p></article>`);
      times.push(performance.now());
      const target = document.querySelector("#target");
      if (target === null) throw new Error("no target");
      await lib.copySafely(parsed.body, target, (description) => description);
      times.push(performance.now());
      await lib.takeSnapshot({ root: parsed.body });
      times.push(performance.now());
      return times.slice(1).map((time, index) => time - (times[index] ?? 0));
    }, prefix);
    assert.ok(parsing && copying && taking);
    const most = 10 * Math.max(parsing, 50);
    assert.ok(copying < most && taking < most, `${prefix}: ${parsing}, ${copying}, ${taking}`);
  }
});
