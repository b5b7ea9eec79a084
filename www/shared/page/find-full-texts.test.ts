import assert from "node:assert/strict";
import { test } from "node:test";
import { pages } from "@citelight/test-support/in-page";
import type { FullTexts } from "../audit/full-texts";

const open = pages();

async function found(
  html: string,
  address: string | null = "https://arxiv.org/abs/2511.00001",
): Promise<FullTexts> {
  const page = await open("");
  return page.evaluate(
    ([html, address]) =>
      lib.findFullTexts(new DOMParser().parseFromString(html ?? "", "text/html"), address ?? null),
    [html, address],
  );
}

test("arXiv's abstract page names its PDF, and its HTML where there is one", async () => {
  const head = `<meta name="citation_title" content="T"><meta name="citation_pdf_url" content="http://arxiv.org/pdf/2511.00001">`;
  const pdf = { format: "pdf", url: "https://arxiv.org/pdf/2511.00001" };
  assert.deepEqual(await found(head), { links: [pdf], isListing: false });
  const html = `<a href="/html/2511.00001v1" class="abs-button" id="latexml-download-link">HTML (experimental)</a>`;
  assert.deepEqual((await found(head + html)).links, [
    { format: "html", url: "https://arxiv.org/html/2511.00001v1" },
    pdf,
  ]);
});

test("a link to the page itself leads nowhere; that of a page whose address is not known must be whole", async () => {
  const metas = `<meta name="citation_fulltext_html_url" content="https://link.example/article/10.1007/x#Sec1">
    <meta name="citation_pdf_url" content="/content/pdf/10.1007/x.pdf">`;
  assert.deepEqual((await found(metas, "https://link.example/article/10.1007/x/")).links, [
    { format: "pdf", url: "https://link.example/content/pdf/10.1007/x.pdf" },
  ]);
  assert.deepEqual((await found(metas, null)).links, [
    { format: "html", url: "https://link.example/article/10.1007/x" },
  ]);
});

test("no link leads to anything but a web page, or hides where it leads", async () => {
  for (const content of [
    "javascript:alert(1)",
    "data:application/pdf;base64,AAAA",
    "file:///etc/passwd",
    "chrome-extension://abc/viewer.html",
    "https://arxiv.org@evil.example/x.pdf",
    "https://",
    `https://arxiv.org/pdf/${"1".repeat(3000)}`,
    "",
  ])
    assert.deepEqual((await found(`<meta name="citation_pdf_url" content="${content}">`)).links, [], content);
  // The base of a page moves no link: the address is the one that the browser shows.
  const { links } = await found(
    `<base href="https://evil.example/"><meta name="citation_pdf_url" content="/pdf/1">`,
  );
  assert.deepEqual(links, [{ format: "pdf", url: "https://arxiv.org/pdf/1" }]);
  const [other] = (await found(`<meta name="citation_pdf_url" content="https://аrxiv.org/pdf/1">`)).links;
  assert.equal(new URL(other?.url ?? "").host, "xn--rxiv-43d.org");
});

test("search results and tables of contents are told from a page about one article", async () => {
  const listed = Array.from(
    { length: 6 },
    (_, index) => `<dt><a href="/abs/2511.0000${index}">a</a> <a href="/pdf/2511.0000${index}">pdf</a></dt>`,
  );
  assert.equal((await found(listed.join(""), "https://arxiv.org/list/cs.CL/new")).isListing, true);
  assert.equal((await found(`<meta name="citation_title" content="T">${listed.join("")}`)).isListing, false);
  assert.equal((await found(`<a href="/about">About</a>`)).isListing, false);
});
