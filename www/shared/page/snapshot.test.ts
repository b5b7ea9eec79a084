import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pages } from "@citelight/test-support/in-page";

const open = pages();

/**
 * In the page: takes a snapshot, lets a parser read it, and compares each text of the page with the text that stands
 * at the same number and run in what the parser built.
 */
async function differences(): Promise<string[]> {
  const snapshot = await lib.takeSnapshot({ root: document.body });
  const parsed = new DOMParser().parseFromString(snapshot.html, "text/html");
  const out: string[] = [];
  let runs = 0;
  for (const copy of [parsed.body, ...parsed.body.querySelectorAll("[data-citelight]")]) {
    const number = Number(copy.getAttribute("data-citelight"));
    const live = snapshot.element(number);
    if (live === null) {
      out.push(`number ${number} leads nowhere`);
      continue;
    }
    // Formulas are written as their TeX alone.
    if (live.localName === "math" || live.closest("math") !== null) continue;
    const texts = (element: Element): string[] =>
      [...lib.partsOf(element)].flatMap((part) =>
        "run" in part
          ? [
              part.run
                .map((text) => text.data)
                .join("")
                .replaceAll("\0", "\uFFFD"),
            ]
          : [],
      );
    const before = texts(live);
    const after = texts(copy);
    runs += before.length;
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      out.push(
        `<${live.localName}> ${number}: ${JSON.stringify(before).slice(0, 200)} became ${JSON.stringify(after).slice(0, 200)}`,
      );
    }
  }
  const numbers = [...parsed.querySelectorAll("[data-citelight]")].map((one) =>
    one.getAttribute("data-citelight"),
  );
  if (new Set(numbers).size !== numbers.length) out.push("a number occurs twice");
  for (let number = 0; snapshot.element(number) !== null; number += 1) {
    if (!numbers.includes(String(number))) out.push(`number ${number} was lost`);
  }
  if (runs === 0) out.push("no text at all");
  return out;
}

test("a parser rebuilds the runs of ordinary markup", async () => {
  const page = await open(
    `<p>one <!-- comment -->two <b>three</b> four<script>var x = 1</script> five &amp; &lt;six&gt; "seven"</p>
     <pre>\n\nfirst line\n</pre><table><tr><td>cell<td>another</table><ul><li>a<li>b<ul><li>c</ul></ul>
     <p>caf\u00e9 \u{1F600}\u00a0end</p><dl><dt>t<dd>d</dl>`,
  );
  assert.deepEqual(await page.evaluate(differences), []);
});

test("a parser rebuilds what only scripts can build", async () => {
  const page = await open("");
  const found = await page.evaluate(async (source) => {
    const make = (name: string, ...children: (Node | string)[]): HTMLElement => {
      const element = document.createElement(name);
      element.append(...children);
      return element;
    };
    document.body.append(
      make("p", "before ", make("div", "block ", make("p", "deeper"), " after"), " end"),
      make("a", "outer ", make("a", "inner"), " rest"),
      make("h2", "head ", make("h3", "sub"), " tail"),
      make("div", make("td", "stray cell"), " text ", make("tr", make("td", "row"))),
      make("ul", make("li", "one ", make("li", "two"), " three")),
      make("pre", "\n\nkept"),
      make("p", "split", "", " text", document.createComment("x"), " on\r\nreturn \0 nul"),
      make("table", make("tr", make("td", "no body"))),
    );
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    return (new Function(`return (${source})()`) as () => Promise<string[]>)();
  }, differences.toString());
  assert.deepEqual(found, []);
});

test("a parser rebuilds random trees", async () => {
  const page = await open("");
  const found = await page.evaluate(async (source) => {
    // Mulberry32: the same trees on each run.
    let seed = 20261122;
    const random = (): number => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const names =
      "p div span a b i em h1 h2 ul ol li dl dd dt table tbody tr td th section cite sup pre blockquote form nobr font code figure figcaption label address details summary center small s u strike tt big".split(
        " ",
      );
    const pick = (): string => names[Math.floor(random() * names.length)] ?? "p";
    const texts = ["word ", "\n", " & <tag> ", "\u00a0x", "", "42 %", "]]>", "<!--"];
    const grow = (parent: Element, depth: number): void => {
      for (let n = Math.floor(random() * 5); n > 0; n -= 1) {
        if (depth === 0 || random() < 0.4) {
          // Loose text in tables is written as blanks; parsers would move it.
          const blank = ["table", "tbody", "tr"].includes(parent.localName);
          parent.append(blank ? " " : (texts[Math.floor(random() * texts.length)] ?? ""));
        } else if (random() < 0.08) parent.append(document.createComment("c"));
        else {
          const child = document.createElement(pick());
          grow(child, depth - 1);
          parent.append(child);
        }
      }
    };
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    const check = new Function(`return (${source})()`) as () => Promise<string[]>;
    for (let round = 0; round < 400; round += 1) {
      document.body.replaceChildren("start ");
      grow(document.body, 6);
      const html = document.body.getHTML();
      const wrong = await check();
      if (wrong.length > 0) return [...wrong, html];
    }
    return [];
  }, differences.toString());
  assert.deepEqual(found, []);
});

test("articles keep every run, and formulas their TeX", async () => {
  for (const file of ["sample.html", "1708.00137.html", "deep-review.html"]) {
    const html = readFileSync(`www/demo/articles/${file}`, "utf8");
    const page = await open(/<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "");
    assert.deepEqual(await page.evaluate(differences), [], file);
    const { formulas, annotations } = await page.evaluate(async () => {
      const { html } = await lib.takeSnapshot({ root: document.body });
      const parsed = new DOMParser().parseFromString(html, "text/html");
      return {
        formulas: document.querySelectorAll('math annotation[encoding="application/x-tex"]').length,
        annotations: [...parsed.querySelectorAll("math annotation")].filter(
          (one) => one.textContent.length > 0,
        ).length,
      };
    });
    assert.equal(annotations, formulas, file);
  }
});

test("what only looks like ours is the page's text, and is read", async () => {
  const page = await open(
    `<p data-citelight-ui="card">one <b data-citelight="3">two</b></p><cite-light>three</cite-light>
     <span class="citelight-mark" data-surface="review">four</span><div popover="manual" data-citelight-ui="panel">five</div>`,
  );
  const html = await page.evaluate(async () => (await lib.takeSnapshot({ root: document.body })).html);
  for (const word of ["one", "two", "three", "four", "five"]) assert.ok(html.includes(word), word);
  assert.doesNotMatch(html, /data-citelight-ui/);
  assert.deepEqual(await page.evaluate(differences), []);
});

test("nothing that runs or belongs to us gets into a snapshot", async () => {
  const page = await open(
    `<p data-citelight="7" onclick="x()" style="color:red">text</p><script>secret</script><style>secret</style>
     <div id="ours">secret</div><noscript>secret</noscript><iframe srcdoc="secret"></iframe>`,
  );
  const html = await page.evaluate(async () => {
    const ours = document.querySelector("#ours");
    if (ours === null) throw new Error("nothing of ours");
    lib.makeOwn(ours, "card");
    return (await lib.takeSnapshot({ root: document.body })).html;
  });
  assert.doesNotMatch(html, /secret|onclick|style=|="7"/);
});

test("JSON-LD that lists cited works is kept as data, whatever it says; other scripts are not", async () => {
  const cited = `{"@type":"ScholarlyArticle","citation":["<\\/script><img src=x onerror=x()> </script"]}`;
  const page = await open("<p>text</p>");
  const kept = await page.evaluate(async (cited) => {
    for (const [type, text] of [
      ["application/ld+json", cited],
      ["application/ld+json", `{"@type":"WebPage"}`],
      ["text/javascript", `window.secret = "citation"`],
    ] as const) {
      const script = document.createElement("script");
      script.type = type;
      script.text = text;
      document.body.append(script);
    }
    const { html } = await lib.takeSnapshot({ root: document.body });
    const parsed = new DOMParser().parseFromString(html, "text/html");
    return [...parsed.querySelectorAll("script")].map(
      ({ textContent }) => JSON.parse(textContent) as unknown,
    );
  }, cited);
  assert.deepEqual(kept, [JSON.parse(cited)]);
});

test("metadata of the head is kept, and an aborted walk ends", async () => {
  const page = await open("<article><p>text</p></article>");
  const result = await page.evaluate(async () => {
    const meta = document.createElement("meta");
    meta.name = "citation_title";
    meta.content = 'A "title" & more';
    document.head.append(meta);
    const root = document.querySelector("article");
    if (root === null) throw new Error("no article");
    const { html } = await lib.takeSnapshot({ root });
    for (let n = 0; n < 20000; n += 1) root.append(document.createElement("p"));
    const ends = new AbortController();
    const late = lib.takeSnapshot({ root, signal: ends.signal }).then(
      () => "finished",
      (error: unknown) => String(error),
    );
    ends.abort();
    return { html, late: await late };
  });
  const meta = /<meta[^>]*citation_title[^>]*>/.exec(result.html)?.[0] ?? "";
  assert.match(meta, /content="A &quot;title&quot; &amp; more"/);
  assert.match(result.late, /AbortError/);
});
