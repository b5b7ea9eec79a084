// Every suite and benchmark: what runs it, what it reads and what must be built for it. `./build.sh bench` runs them;
// tests/bench/run.mjs says how. Data that the repository may not hold is described in docs/evaluation-data.md.

/** Folder of the data that may not be passed on. */
export const DATA = "CITELIGHT_EVALUATION";

/**
 * @typedef {"command" | "browser" | "encoders"} Needs what is built before: the command, the browser's build, the compared encoders
 * @typedef {{
 *   name: string,
 *   steps: string[][],
 *   writes: "option" | "folder" | "nothing",
 *   data: string[],
 *   needs: Needs[],
 *   minutes: number,
 *   alone?: true,
 * }} Suite
 *   `steps`: commands, one after the other; the last is told where its results go: by `--results` (`option`) or by the folder in
 *   CITELIGHT_RESULTS (`folder`). `$CITELIGHT_EVALUATION` is the folder of the data, `$WORK` one that is thrown away afterwards, `$RESULTS` that of the results.
 *   `data`: files and folders below `$CITELIGHT_EVALUATION`. `minutes`: about so long on two cores. `alone`: runs only if it is named.
 */

/** @param {string} name @param {string} command @param {string[]} [data] @param {number} [minutes] @returns {Suite} */
const evaluation = (name, command, data = [], minutes = 1) => ({
  name,
  steps: [["citelight-eval", ...command.split(" ")]],
  writes: "option",
  data,
  needs: ["command"],
  minutes,
});

/** @param {string} name @param {string} file part of the file's name @param {number} minutes @param {Needs[]} [needs] @returns {Suite} */
const browser = (name, file, minutes, needs = ["browser"]) => ({
  name,
  steps: [["node", "tests/run.mjs", "bench", file]],
  writes: "folder",
  data: [],
  needs,
  minutes,
});

/** @param {string} name @param {string} file @param {number} minutes @returns {Suite} */
const script = (name, file, minutes) => ({
  name,
  steps: [["node", file]],
  writes: "option",
  data: [],
  needs: ["command"],
  minutes,
});

const $ = (/** @type {string} */ path) => `$${DATA}/${path}`;
const pairs = (/** @type {string} */ name, /** @type {string} */ file, minutes = 1) =>
  evaluation(name, `nli ${$(file)} --plot $RESULTS/${name}.svg`, [file], minutes);
const FIXTURE = "tests/fixtures/hallmark";
const PART_OF_HALLMARK = `--entries ${FIXTURE}/entries.jsonl --records ${FIXTURE}/world.jsonl`;
const wholeHallmark = (/** @type {"records" | "world"} */ world) =>
  `--entries ${FIXTURE}/whole/dev_public.jsonl --records ${FIXTURE}/whole/${world}.jsonl`;
const SAMPLE = "--records www/demo/library/records.jsonl --texts www/demo/library";

/** Bibliographies of real works, each of one kind. */
const WORKS = [
  "tests/fixtures/latex/biblatex-examples/biblatex-examples.bib",
  ...[
    "apa",
    "chinese",
    "hungarian",
    "languages",
    "law",
    "software-data",
    "spanish",
    "standards",
    "theses-reports",
    "web",
  ].map((name) => `tests/fixtures/works/${name}.bib`),
].join(" ");

const GROBID = [
  "36-1708.04064.training.references.tei.xml",
  "bioRxiv-ids.training.references.tei.xml",
  "citations.xml",
  "kisti_test_zh.tei.xml",
  "kisti_train_de.tei.xml",
  "kisti_valid_en.tei.xml",
  "raw_ref_corrected.training.references.tei.xml",
];
const REFERENCES = [
  "gold/anystyle/gold.xml",
  "gold/anystyle/bad.xml",
  ...GROBID.map((name) => `gold/grobid-citation/${name}`),
];
const REFCORPUS = "apis/refcorpus";
const READ_PAGES = [
  "arxiv-html",
  "pmc",
  "jats",
  "plos",
  "elife",
  "mdpi",
  "nature",
  "springer",
  "bmc",
  "peerj",
].map((name) => `pages/${name}`);

/**
 * Miscitations made by rule of the texts in the repository, or of others: the same ones for each way of checking them.
 *
 * @param {string} name @param {string[]} options @param {number} minutes @param {string[]} data folders of other texts @returns {Suite}
 */
const misciting = (name, options, minutes, data = []) => {
  const own = ["tests/fixtures/pages", "www/demo/library/texts"];
  const sources = ["--sources", ...(data.length > 0 ? data.map($) : own)];
  const command = ["citelight-eval", "misciting"];
  return {
    name,
    steps: [
      [...command, "--make", ...sources, "--seed", "1", "--output", "$WORK/cases.jsonl"],
      [...command, "$WORK/cases.jsonl", ...sources, "--tokenizer", "models/tokenizer.json", ...options],
    ],
    writes: "option",
    data,
    needs: ["command"],
    minutes,
  };
};

/** The sources of masked citations of pages. @param {string} name @param {string[]} options @param {number} minutes @returns {Suite} */
const attribution = (name, options, minutes) => ({
  name,
  steps: [
    ["bash", "-c", `python3 scripts/data/refcorpus_records.py "${$(REFCORPUS)}" > "$WORK/records.jsonl"`],
    "citelight-eval attribution --records $WORK/records.jsonl".split(" ").concat(options, READ_PAGES.map($)),
  ],
  writes: "option",
  data: [REFCORPUS, ...READ_PAGES],
  needs: ["command"],
  minutes,
});

/** @type {Suite[]} */
export const SUITES = [
  evaluation("committee", "committee --plot $RESULTS/committee.svg"),
  ...[15, 30].map((percent) =>
    evaluation(`committee-elsewhere-${percent}`, `committee --elsewhere ${percent / 100}`),
  ),
  // The page with a citation of each page (docs/mapping.md) comes from the same run.
  {
    name: "mapping",
    steps: [
      [
        "bash",
        "-c",
        '"$CITELIGHT_EVAL" mapping tests/fixtures/styles tests/fixtures/pages tests/fixtures/further-styles ' +
          '--format markdown "$@" >"$WORK/mapping.md" && mv "$WORK/mapping.md" docs/mapping.md',
        "mapping",
      ],
    ],
    writes: "option",
    data: [],
    needs: ["command"],
    minutes: 1,
  },
  evaluation(
    "sample",
    `sample www/demo/articles/sample.html www/demo/articles/sample.gold.json ${SAMPLE} --complete-records`,
  ),
  evaluation(
    "sample-held-out",
    `sample tests/fixtures/heldout/sample2.html tests/fixtures/heldout/sample2.gold.json ${SAMPLE}`,
  ),
  // A part of HALLMARK, that of the tests, beside what others reached on it; then the whole.
  evaluation(
    "hallmark",
    `hallmark ${PART_OF_HALLMARK} --apis --ranking ${FIXTURE}/baselines-entries.csv ${FIXTURE}/baselines-tiers.csv --plot $RESULTS/hallmark.svg`,
  ),
  evaluation("works", `works ${WORKS} --records tests/fixtures/works/world.jsonl`),
  evaluation("hallmark-clean", `hallmark ${wholeHallmark("records")}`),
  // The others' figures are of the whole, too.
  evaluation(
    "hallmark-noisy",
    `hallmark ${wholeHallmark("world")} --apis --ranking ${FIXTURE}/baselines-entries.csv ${FIXTURE}/baselines-tiers.csv --plot $RESULTS/hallmark-noisy.svg`,
  ),
  {
    name: "relevance",
    steps: [
      [
        "bash",
        "-c",
        `gunzip --stdout "${$("nli/citint_train.jsonl.gz")}" | grep '"ACCURATE"' > "$WORK/citint_train.jsonl"`,
      ],
      [
        "bash",
        "-c",
        `python3 scripts/data/refcorpus_records.py "${$(REFCORPUS)}" > "$WORK/records.jsonl" && python3 scripts/data/refcorpus_lists.py "${$(REFCORPUS)}" "$WORK/records.jsonl" > "$WORK/lists.jsonl"`,
      ],
      [
        "citelight-eval",
        "relevance",
        $("eval/reference_errors_dev.jsonl"),
        $("eval/relevance_pairs.jsonl"),
        $("eval/citint_dev.jsonl"),
        "$WORK/citint_train.jsonl",
        "--made",
        "1",
        "--lists",
        "$WORK/lists.jsonl",
      ],
    ],
    writes: "option",
    data: [
      REFCORPUS,
      "eval/reference_errors_dev.jsonl",
      "eval/relevance_pairs.jsonl",
      "eval/citint_dev.jsonl",
      "nli/citint_train.jsonl.gz",
    ],
    needs: ["command"],
    minutes: 8,
  },
  evaluation(
    "nearness",
    `nearness --reviewers ${$("reviewer-expertise.jsonl")} --citations ${$("eval/relevance_pairs.jsonl")}`,
    ["reviewer-expertise.jsonl", "eval/relevance_pairs.jsonl"],
    8,
  ),
  {
    name: "rules",
    steps: [
      ["bash", "-c", `gunzip --stdout "${$("nli/citint_train.jsonl.gz")}" > "$WORK/citint_train.jsonl"`],
      ["citelight-eval", "rules", $("eval/citint_dev.jsonl"), "$WORK/citint_train.jsonl"],
    ],
    writes: "option",
    data: ["eval/citint_dev.jsonl", "nli/citint_train.jsonl.gz"],
    needs: ["command"],
    minutes: 20,
  },
  pairs("nli-scifact", "eval/scifact_dev_gold.jsonl"),
  pairs("nli-citation-integrity", "eval/citint_dev.jsonl", 3),
  {
    ...pairs("nli-citation-integrity-train", "nli/citint_train.jsonl.gz", 20),
    steps: [
      ["bash", "-c", `gunzip --stdout "${$("nli/citint_train.jsonl.gz")}" > "$WORK/citint_train.jsonl"`],
      "citelight-eval nli $WORK/citint_train.jsonl".split(" "),
    ],
  },
  evaluation("nli-handmade", "nli tests/fixtures/pairs/handmade.jsonl --plot $RESULTS/nli-handmade.svg"),
  pairs("nli-mnli", "nli/eval_mnli_val.jsonl", 3),
  pairs("nli-healthver", "nli/eval_healthver_dev.jsonl", 3),
  misciting("misciting", ["--errors"], 6),
  misciting("misciting-paywall", ["--regime", "paywall"], 6),
  misciting("misciting-more", ["--errors"], 15, READ_PAGES),
  evaluation("bibtex", `bibtex ${PART_OF_HALLMARK}`),
  evaluation("bibtex-dev", `bibtex ${wholeHallmark("world")}`),
  evaluation(
    "references",
    "references tests/fixtures/references/grobid.xml tests/fixtures/references/anystyle.xml",
  ),
  evaluation("references-all", `references ${REFERENCES.map($).join(" ")}`, REFERENCES),
  evaluation("damage", "damage tests/fixtures/pages"),
  attribution("attribution", ["--per-paper", "25"], 10),
  attribution("attribution-words", ["--no-models"], 1),
  evaluation("venue", "venue --allowance 40 --kill-at 0.5 --open-claims 5 --prices 1,4", [], 30),
  ...[40, 120].map((submissions) =>
    evaluation(`venue-${submissions}`, `venue --submissions ${submissions} --allowance 40`),
  ),
  { ...script("sizes", "tests/bench/sizes.mjs", 1), needs: [] },
  script("bibliography", "tests/bench/bibliography.mjs", 2),
  // The others come from their registry.
  script("peers", "tests/bench/peers.mjs", 20),
  script("endurance", "tests/bench/endurance.mjs", 4),
  script("serve", "tests/bench/serve.mjs", 2),
  script("replicas", "tests/bench/replicas.mjs", 5),
  browser("mapping-speed", "mapping", 2),
  browser("models", "models", 2),
  browser("page", "page", 10),
  browser("tour", "tour", 10),
  browser("encoder", "encoder", 10, ["encoders"]),
  // The command answers in place of the models, too.
  { ...browser("soak", "soak", 30, ["browser", "command"]), alone: true },
  {
    name: "fuzz",
    steps: [
      ["./build.sh", "fuzz"],
      ["node", "tests/bench/fuzz.mjs"],
    ],
    writes: "option",
    data: [],
    needs: [],
    minutes: 150,
    alone: true,
  },
  // Criterion's own report; no figure of it is printed elsewhere.
  {
    name: "native",
    steps: [["bash", "-c", ". scripts/build/stages.sh && native_benchmarks"]],
    writes: "nothing",
    data: [],
    needs: [],
    minutes: 10,
  },
];
