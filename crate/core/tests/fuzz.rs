//! Mutated inputs of every format through the parser, and mutated answers of a model through their readers: none may crash,
//! take over two seconds or over 512 MB, and what comes out must hold together.
//!
//! `cargo test` spends 20 seconds in total; `CITELIGHT_FUZZ_MINUTES=30 cargo test --release -p citelight --test fuzz`
//! goes on longer, `CITELIGHT_FUZZ_KIND=layer.json` tries one format (here text layers of PDFs). Seeds are the fixtures
//! and what tests/fuzz keeps: inputs that once failed. A failing input is written to the target folder's `fuzz` and named
//! in the message; kept in tests/fuzz it is tried first ever after.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use citelight::attribute::agent::read_action;
use citelight::document::pdf::{PdfText, parse_pdf};
use citelight::document::{Companion, Document, Input, locator_of, parse, render_markdown};
use citelight::llm::candidates::{Answer, Doubt};
use citelight::llm::{
    arbitration, boundary, candidates, claim, clusters, grading, relation, semantic_audit, statement,
};
use peak_alloc::PeakAlloc;

#[path = "support/clock.rs"]
mod clock;
#[path = "support/layers.rs"]
mod layers;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Longest time for one input; unoptimised code gets more of it.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

/// Inputs that do harm after which there is no use in going on.
const MOST_HARMS: usize = 40;

/// Runs of a slow input.
const ATTEMPTS: usize = 4;

/// Most memory for one input, in bytes.
const MOST_MEMORY: usize = 512 << 20;

/// The stack that a browser's worker gives to WebAssembly, about: recursion on input would overflow it.
const STACK: usize = if cfg!(debug_assertions) { 4 << 20 } else { 1 << 20 };

/// Larger seeds are tried in pieces: small inputs reach more states in the same time.
const PIECE: usize = 24_000;

/// Pieces of markup and text that parsers take special notice of.
const TOKENS: &[&str] = &[
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?xml version=\"1.0\"?>",
    "<!DOCTYPE html>",
    "<html>",
    "<body>",
    "<article>",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<table>",
    "<tr>",
    "<td>",
    "<li>",
    "<ol>",
    "<ul>",
    "<sup>",
    "</sup>",
    "<math alttext=\"x\">",
    "</math>",
    "<annotation encoding=\"application/x-tex\">",
    "<svg>",
    "<template>",
    "<select>",
    "<span class=\"ltx_note ltx_role_footnote\">",
    "<cite class=\"ltx_cite\">",
    "<li class=\"ltx_bibitem\" id=\"b1\">",
    "<a href=\"#b1\">",
    "<ref id=\"r1\">",
    "<xref ref-type=\"bibr\" rid=\"r1\">",
    "<ref-list>",
    "<mixed-citation>",
    "<fn>",
    "<sec>",
    "<title>",
    "<biblStruct xml:id=\"b0\">",
    "<ref target=\"#b0\">",
    "<TEI>",
    "<text>",
    "<listBibl>",
    "&amp;",
    "&#0;",
    "&#x110000;",
    "&nbsp;",
    "&lol;",
    "\\begin{document}",
    "\\end{document}",
    "\\begin{",
    "\\end{",
    "\\cite{",
    "\\citep[see][p.~3]{",
    "\\newcommand{\\a}[9]{#1#2\\a}",
    "\\def\\x{\\x\\x}",
    "\\input{",
    "\\bibitem{",
    "\\bibitem[{",
    "\\verb|",
    "\\verbatim",
    "$",
    "$$",
    "\\(",
    "\\[",
    "{",
    "}",
    "%",
    "~",
    "#1",
    "\\\"{o}",
    "\\section{",
    "\\footnote{",
    "\\bibliography{",
    "\\entry{",
    "@article{",
    "@string{",
    "@comment{",
    "title = {",
    "author = \"",
    " # ",
    "[@",
    "; -@",
    "[^1]",
    "[^1]: ",
    "# ",
    "- ",
    "1. ",
    "```",
    "---\n",
    "> ",
    "| a | b |\n|---|---|\n",
    "TY  - JOUR\n",
    "AU  - ",
    "ER  - \n",
    "[{\"id\":\"x\",",
    "\"author\":[",
    "}]",
    "<xml><records><record>",
    "References\n\n",
    "[1]",
    "[1–3, 5]",
    "[999999999999]",
    "(Smith, 2020; Lee et al., 2019a,b)",
    "et al.",
    "Fig. 3",
    "i.e.",
    "¹²",
    "ibid.",
    "10.1000/",
    "arXiv:1706.03762",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "\u{301}",
    "é",
    "𝒳",
    "ﬁ",
    "。",
    "\u{2028}",
    "\r\n",
    "\n\n",
];

#[test]
fn mutated_inputs_do_no_harm() {
    let minutes: f64 =
        std::env::var("CITELIGHT_FUZZ_MINUTES").ok().and_then(|text| text.parse().ok()).unwrap_or(1.0 / 3.0);
    let corpus = Corpus::read();
    let mut runner = Runner::new();
    try_built(&mut runner);
    for (name, content) in &corpus.kept {
        runner.run(name, vec![content.clone()]);
    }
    let seed = std::env::var("CITELIGHT_FUZZ_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut dice = Dice(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15) | 1);
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let wanted = std::env::var("CITELIGHT_FUZZ_KIND").ok();
    assert!(corpus.seeds.len() >= 2, "there are seeds of several formats: {:?}", corpus.seeds.keys());
    let kinds: Vec<&String> =
        corpus.seeds.keys().filter(|kind| wanted.as_ref().is_none_or(|wanted| wanted == *kind)).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    while Instant::now() < end {
        let kind = kinds[dice.below(kinds.len())];
        let contents = corpus.mutated(kind, &mut dice);
        runner.run(kind, contents);
        *counts.entry(kind).or_default() += 1;
    }
    println!("{counts:?}, slowest {:?}, most memory {} MB", runner.slowest, runner.most_memory >> 20);
    assert!(runner.harms.is_empty(), "{:?}", runner.harms);
}

/// Inputs built so that copying or looking again at each level would cost far more than their length.
fn try_built(runner: &mut Runner) {
    let words = "words of an entry, 2020. ".repeat(8_000);
    let entries = format!(
        "<article><front></front><back>{}{words}{}</back></article>",
        "<ref-list><ref id=\"r\">".repeat(400),
        "</ref></ref-list>".repeat(400)
    );
    let items = format!(
        "<html><body><h2>References</h2>{}{words}{}</body></html>",
        "<ol><li class=\"ltx_bibitem\">".repeat(400),
        "</li></ol>".repeat(400)
    );
    let heading = format!("<article><h2>{words}</h2>{}</article>", "<p>It is.</p>".repeat(20_000));
    let empty = format!(
        "<html><body><h2>References</h2>{}{}</body></html>",
        "<div class=\"heading\">".repeat(900),
        "<div class=\"heading\"></div>".repeat(20_000)
    );
    let cites = format!(
        "<article class=\"ltx_document\"><p class=\"ltx_p\">{}</p><ul><li class=\"ltx_bibitem\" id=\"b1\">A. Smith. Title. 2020.</li></ul></article>",
        "<cite class=\"ltx_cite\">x<a href=\"#b1\">y</a></cite> and ".repeat(4_000)
    );
    let brackets = format!("<article><p>{}</p></article>", "( [ ".repeat(60_000));
    let years = format!("<article><p>{}</p></article>", "Smith, 2020; ".repeat(20_000));
    let stops = "It is. [1] ".repeat(30_000);
    for (name, content) in [
        ("entries.xml", entries),
        ("items.html", items),
        ("heading.html", heading),
        ("empty.html", empty),
        ("cites.html", cites),
        ("brackets.html", brackets),
        ("years.html", years),
        ("stops.txt", stops),
    ] {
        let before = runner.slowest;
        runner.slowest = Duration::ZERO;
        runner.run(name, vec![content]);
        println!("{name}: {:?}", runner.slowest);
        runner.slowest = runner.slowest.max(before);
    }
}

/// Numbers that look random (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Seeds by the ending of their names, and inputs that once failed.
struct Corpus {
    seeds: BTreeMap<String, Vec<String>>,
    /// Text layers of PDFs.
    layers: Vec<PdfText>,
    kept: Vec<(String, String)>,
}

impl Corpus {
    fn read() -> Self {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
        let mut seeds: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut layers = Vec::new();
        for path in files(&tests.join("fixtures")) {
            let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default().to_owned();
            // Models and their logits are no documents.
            if matches!(kind.as_str(), "jsonl" | "onnx" | "bin" | "snap" | "png" | "pdf" | "") {
                continue;
            }
            if let Ok(content) = std::fs::read_to_string(&path) {
                if let Some(layer) = layer(&content) {
                    layers.push(layer);
                    seeds.entry(LAYER.to_owned()).or_default();
                }
                seeds.entry(kind).or_default().push(content);
            }
        }
        seeds.insert(ANSWER.to_owned(), ANSWERS.map(str::to_owned).into());
        let kept = files(&tests.join("fuzz"))
            .into_iter()
            .filter(|path| path.extension().is_some_and(|kind| kind != "md"))
            .filter_map(|path| {
                let bytes = std::fs::read(&path).ok()?;
                Some((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()))
            })
            .collect();
        Self { seeds, layers, kept }
    }

    /// A mutated input of a kind, and for LaTeX and the like a few files that go with it.
    fn mutated(&self, kind: &str, dice: &mut Dice) -> Vec<String> {
        if kind == LAYER {
            loop {
                let layer = &self.layers[dice.below(self.layers.len())];
                let mutated = layers::mutated(layer, dice);
                // Copies of copies of pages soon hold as much as a shelf of books, which takes its time.
                if mutated.len() <= BOOK {
                    return vec![mutated];
                }
            }
        }
        let mut contents = vec![self.one(kind, dice)];
        if matches!(kind, "tex" | "md") {
            for other in ["bib", "bbl", "tex"] {
                if self.seeds.contains_key(other) && dice.below(3) == 0 {
                    contents.push(self.one(other, dice));
                }
            }
        }
        contents
    }

    fn one(&self, kind: &str, dice: &mut Dice) -> String {
        let Some(seeds) = self.seeds.get(kind) else { return String::new() };
        let seed = &seeds[dice.below(seeds.len())];
        let mut bytes = piece(seed.as_bytes(), dice);
        for _ in 0..=dice.below(8) {
            mutate(&mut bytes, seeds, dice);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Bytes of the text layer of a book.
const BOOK: usize = 8 << 20;

/// The ending of files that hold text layers of PDFs.
const LAYER: &str = "layer.json";

/// What answers of a model are called.
const ANSWER: &str = "answer";

/// An answer to each prompt, and what models put around them.
const ANSWERS: [&str; 11] = [
    r#"{"relation": "contradicted", "quote": "oak in rivers", "rationale": "It says so."}"#,
    r#"{"choice": "1", "quote": "oak in rivers"}"#,
    r#"{"border": "join-without-hyphen"}"#,
    r#"{"state": "out-of-order", "quote": "oak in rivers"}"#,
    r#"{"action": "search", "query": "oak weirs", "sort": "citations", "id": "p1", "why": "near"}"#,
    r#"{"sufficient": true, "claim": "Oak lasts in rivers."}"#,
    r#"{"clusters": [[1, 2], [3]]}"#,
    r#"{"statement": "Oak lasts."}"#,
    r#"{"relation": "entails"}"#,
    r#"{"same_reason": true}"#,
    "<think>{\"choice\": 2}</think> Sure:\n```json\n{\"choice\": 2, \"quote\": \"Oak … rivers\"}\n```",
];

/// The text layer that a content is, if it is one.
fn layer(content: &str) -> Option<PdfText> {
    serde_json::from_str::<PdfText>(content).ok().filter(|layer| !layer.pages.is_empty())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// The beginning of a seed, by which its format is known, and a stretch of the rest; now and then all of it.
fn piece(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    if seed.len() <= PIECE || dice.below(40) == 0 {
        return seed.to_vec();
    }
    let head = 200 + dice.below(PIECE / 3);
    let from = dice.below(seed.len() - PIECE / 2);
    let to = (from + dice.below(PIECE)).min(seed.len());
    let tail = seed.len() - dice.below(PIECE / 2);
    [&seed[..head.min(seed.len())], &seed[from..to], &seed[tail..]].concat()
}

fn mutate(bytes: &mut Vec<u8>, seeds: &[String], dice: &mut Dice) {
    let range = |bytes: &[u8], dice: &mut Dice, most: usize| {
        let from = dice.below(bytes.len() + 1);
        from..(from + dice.below(most)).min(bytes.len())
    };
    let at = dice.below(bytes.len() + 1);
    match dice.below(11) {
        0 => {
            let gone = range(bytes, dice, 2_000);
            bytes.drain(gone);
        }
        1 => {
            let copy = bytes[range(bytes, dice, 2_000)].to_vec();
            bytes.splice(at..at, copy);
        }
        2 => {
            let other = seeds[dice.below(seeds.len())].as_bytes();
            let copy = other[range(other, dice, 3_000)].to_vec();
            bytes.splice(at..at, copy);
        }
        3 | 4 => {
            let token = TOKENS[dice.below(TOKENS.len())];
            bytes.splice(at..at, token.bytes());
        }
        5 => {
            // Nesting and repetition: what costs more than its length.
            let token = TOKENS[dice.below(TOKENS.len())];
            let times = 1 << dice.below(13);
            bytes.splice(at..at, token.repeat(times).into_bytes());
        }
        6 => {
            let times = 1 << dice.below(9);
            let copy = bytes[range(bytes, dice, 300)].repeat(times);
            bytes.splice(at..at, copy);
        }
        7 => bytes.truncate(at.max(100).min(bytes.len())),
        8 => {
            for _ in 0..=dice.below(20) {
                let at = dice.below(bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = dice.below(256) as u8;
                }
            }
        }
        9 => {
            let middle = range(bytes, dice, 4_000);
            let part = dice.below(middle.len().max(1));
            if !middle.is_empty() {
                bytes[middle].rotate_left(part);
            }
        }
        _ => {
            // One long line, one long word.
            let (from, to) = [(b'\n', b' '), (b' ', b'x'), (b'>', b' '), (b'}', b'{')][dice.below(4)];
            let zone = range(bytes, dice, 8_000);
            bytes[zone].iter_mut().filter(|byte| **byte == from).for_each(|byte| *byte = to);
        }
    }
}

/// Tries inputs on a thread with a small stack, one by one, and stops at the first that does harm.
struct Runner {
    inputs: Sender<Vec<String>>,
    outcomes: Receiver<Result<Duration, String>>,
    folder: PathBuf,
    slowest: Duration,
    most_memory: usize,
    harms: Vec<PathBuf>,
}

impl Runner {
    fn new() -> Self {
        let (inputs, inbox) = channel::<Vec<String>>();
        let (outbox, outcomes) = channel();
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || {
                for contents in inbox {
                    let (start, own) = (Instant::now(), clock::processor_time());
                    let outcome = catch_unwind(AssertUnwindSafe(|| try_one(&contents)));
                    let spent = match (own, clock::processor_time()) {
                        (Some(before), Some(after)) => after.saturating_sub(before),
                        _ => start.elapsed(),
                    };
                    let outcome = outcome.unwrap_or_else(|_| Err("panicked".to_owned())).map(|()| spent);
                    if outbox.send(outcome).is_err() {
                        return;
                    }
                }
            })
            .expect("a thread");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
        std::fs::create_dir_all(&folder).expect("the target folder can be written");
        Self { inputs, outcomes, folder, slowest: Duration::ZERO, most_memory: 0, harms: Vec::new() }
    }

    /// How long an input takes; a reason if it does harm other than by its time.
    fn time(&mut self, contents: &[String]) -> Result<Duration, String> {
        self.inputs.send(contents.to_vec()).map_err(|_| "ended the thread".to_owned())?;
        match self.outcomes.recv_timeout(LONGEST * 30) {
            Ok(outcome) => outcome,
            Err(RecvTimeoutError::Timeout) => Err(format!("took over {:?}", LONGEST * 30)),
            Err(RecvTimeoutError::Disconnected) => Err("ended the thread".to_owned()),
        }
    }

    fn run(&mut self, kind: &str, contents: Vec<String>) {
        let ending = Path::new(kind).extension().and_then(|ending| ending.to_str()).unwrap_or(kind);
        // Written before it is tried: a stack overflow leaves no time for it.
        let path = self.folder.join(format!("current-{}.{ending}", std::process::id()));
        std::fs::write(&path, contents.join("\n%%%%%%%% companion %%%%%%%%\n"))
            .expect("the target folder can be written");
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        // On a busy machine a slow run says little: an input is slow if it is slow each time.
        let mut outcome = self.time(&contents);
        for _ in 1..ATTEMPTS {
            if matches!(outcome, Ok(time) if time > LONGEST) {
                outcome = self.time(&contents);
            }
        }
        let memory = ALLOCATOR.peak_usage().saturating_sub(before);
        self.most_memory = self.most_memory.max(memory);
        let harm = match outcome {
            Ok(time) => {
                self.slowest = self.slowest.max(time);
                (time > LONGEST).then(|| format!("took {time:?}"))
            }
            Err(reason) => Some(reason),
        };
        let harm = harm.or_else(|| (memory > MOST_MEMORY).then(|| format!("took {} MB", memory >> 20)));
        if let Some(harm) = harm {
            let name = format!("harm-{}-{}.{ending}", std::process::id(), self.harms.len());
            let kept = self.folder.join(name);
            std::fs::rename(&path, &kept).expect("the target folder can be written");
            println!("an input {harm}: {}", kept.display());
            self.harms.push(kept);
            assert!(self.harms.len() < MOST_HARMS && !harm.starts_with("took over"), "{:?}", self.harms);
            return;
        }
        let _ = std::fs::remove_file(&path);
    }
}

/// Parses an input with its links and without, and looks at all of what comes out.
fn try_one(contents: &[String]) -> Result<(), String> {
    let Some((content, others)) = contents.split_first() else { return Ok(()) };
    read_answer(content)?;
    let names = ["references.bib", "main.bbl", "chapter.tex"];
    let companions: Vec<Companion<'_>> =
        others.iter().zip(names).map(|(content, name)| Companion { name, content }).collect();
    let layer = layer(content);
    for hide_links in [false, true] {
        if let Some(layer) = &layer {
            if let Ok(document) = parse_pdf(layer, "fuzz", hide_links) {
                holds_together(&document)?;
            }
            continue;
        }
        let input = Input { hide_links, ..Input::new(content, "fuzz").with(&companions) };
        if let Ok(document) = parse(input) {
            holds_together(&document)?;
        }
    }
    Ok(())
}

/// Reads a content as an answer to every prompt.
fn read_answer(content: &str) -> Result<(), String> {
    let texts = ["Weirs of oak in rivers last (Smith, 2020).", "Smith, A. Oak in rivers. 2020."];
    let doubt = Doubt {
        marker: "(Smith, 2020)",
        sentence: texts[0],
        context: texts[0],
        entries: &[texts[1], "Smith, B."],
    };
    if let Ok(Answer { choice: Some(index), .. }) = candidates::read(content, doubt)
        && index >= doubt.entries.len()
    {
        return Err(format!("chose candidate {index}"));
    }
    if boundary::read(content, false) == Ok(boundary::Border::JoinWithoutHyphen) {
        return Err("left out a hyphen that is not there".to_owned());
    }
    let (_, _) = (semantic_audit::read(content, &texts), read_action(content));
    let (_, _) = (arbitration::read(content, &texts), claim::read(content));
    let (_, _) = (clusters::read(content, 3), grading::read(content));
    let (_, _) = (relation::read(content), statement::read(content));
    Ok(())
}

fn holds_together(document: &Document) -> Result<(), String> {
    for block in &document.blocks {
        let mut end = 0;
        for range in &block.sentences {
            if range.start < end || block.text.get(range.clone()).is_none() {
                return Err(format!("gave the sentence {range:?} of {:?}", block.text));
            }
            end = range.end;
        }
        if block.origins.iter().any(|origin| !block.text.is_char_boundary(origin.start)) {
            return Err(format!("gave an origin inside a character of {:?}", block.text));
        }
    }
    let count = document.references.len();
    for citation in &document.citations {
        let block = document.blocks.get(citation.block).ok_or("gave a citation in no block")?;
        if block.text.get(citation.range.clone()).is_none() || citation.range.is_empty() {
            return Err(format!("gave the citation {:?} of {:?}", citation.range, block.text));
        }
        if citation.references.iter().any(|reference| *reference >= count) {
            return Err("gave a citation of no reference".to_owned());
        }
        locator_of(block, citation.range.clone());
    }
    render_markdown(document);
    Ok(())
}
