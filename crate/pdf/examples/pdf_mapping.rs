//! Measures the reading of PDFs:
//! `cargo run --release -p citelight-pdf --example pdf_mapping -- [--show] [--text] PDF[=MARKUP]…`
//!
//! - With a PDF alone, the gold is the file's own links (hyperref): each link from a citation to an entry is an edge from
//!   a box on a page to a place on a page. The document is read with its links hidden; where the boxes of a found
//!   citation meet the box of a link, the entry must stand where the link leads.
//! - With markup of the same paper, the gold is the markup's document: sentences are compared by their words, edges by
//!   the sentences they stand in and the entries they point at. What markup and page spell differently is left out:
//!   formulas (on the page, what is set in mathematical fonts), citations, the names of captions.

use std::collections::{HashMap, HashSet};

use citelight::document::pdf::{PdfLink, PdfText, parse_pdf};
use citelight::document::{Companion, Document, Input, parse};
use citelight::markup::{Block, BlockKind, Locator, PageBox, locator_of};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let (mut show, mut text) = (false, false);
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--show" => show = true,
            "--text" => text = true,
            _ => measure(&argument, show, text)?,
        }
    }
    Ok(())
}

fn measure(argument: &str, show: bool, text: bool) -> Result<(), Failure> {
    let (pdf, markup) =
        argument.split_once('=').map_or((argument, None), |(pdf, markup)| (pdf, Some(markup)));
    let layer: PdfText = if pdf.ends_with(".json") {
        serde_json::from_slice(&std::fs::read(pdf)?)?
    } else {
        citelight_pdf::extract(&std::fs::read(pdf)?)?
    };
    let start = std::time::Instant::now();
    let blind = parse_pdf(&layer, pdf, true)?;
    let elapsed = start.elapsed().as_secs_f64() * 1e3;
    if text {
        print(&blind);
    }
    let by_links = against_links(&layer, &blind, show);
    println!(
        "{pdf}: {} pages, {elapsed:.0} ms, {} blocks, {} citations, {} references, {:?}; links: {by_links}",
        layer.pages.len(),
        blind.blocks.len(),
        blind.citations.len(),
        blind.references.len(),
        blind.style,
    );
    if let Some(markup) = markup {
        let gold = read_markup(markup)?;
        println!("  against {markup}: {}", against_markup(&gold, &blind, &layer, show));
    }
    Ok(())
}

/// Reads markup with the files beside it.
fn read_markup(path: &str) -> Result<Document, Failure> {
    let content = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    let folder = std::path::Path::new(path).parent().map(std::path::Path::to_owned).unwrap_or_default();
    let mut beside = Vec::new();
    if path.ends_with(".tex") {
        for entry in std::fs::read_dir(&folder)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if [".tex", ".bib", ".bbl"].iter().any(|ending| name.ends_with(ending)) {
                beside.push((name, String::from_utf8_lossy(&std::fs::read(entry.path())?).into_owned()));
            }
        }
    }
    let companions: Vec<Companion<'_>> =
        beside.iter().map(|(name, content)| Companion { name, content }).collect();
    Ok(parse(Input::new(&content, path).with(&companions))?)
}

#[derive(Default)]
struct Edges {
    gold: usize,
    found: usize,
    right: usize,
    /// Found where there is no link: not judged.
    apart: usize,
}

impl std::fmt::Display for Edges {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |part: usize, whole: usize| if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
        let (precision, recall) =
            (share(self.right.min(self.found), self.found), share(self.right, self.gold));
        let f1 =
            if precision + recall == 0.0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) };
        write!(
            f,
            "{} edges, P {precision:.3} R {recall:.3} F1 {f1:.3} ({} not judged)",
            self.gold, self.apart
        )
    }
}

/// The file's links as gold.
fn against_links(layer: &PdfText, blind: &Document, show: bool) -> Edges {
    let mut edges = Edges::default();
    let places: Vec<Locator> = blind
        .citations
        .iter()
        .filter_map(|citation| Some(locator_of(blind.blocks.get(citation.block)?, citation.range.clone())))
        .collect();
    let drop = usual_drop(layer, blind);
    let mut judged: HashMap<usize, HashSet<usize>> = HashMap::new();
    let mut hits: HashMap<usize, HashSet<usize>> = HashMap::new();
    for (number, page) in layer.pages.iter().enumerate() {
        let mut last: Option<(u32, i64, bool)> = None;
        for link in page.links.iter().filter(|link| leads_to_list(link, layer)) {
            let target = (link.page, link.top.map_or(0, |top| (top * 10.0) as i64));
            let entry = entry_at(blind, link, drop);
            let found: Vec<usize> =
                (0..places.len()).filter(|index| meets(&places[*index], number, link)).collect();
            let right = found
                .iter()
                .any(|index| entry.is_some_and(|entry| blind.citations[*index].references.contains(&entry)));
            for index in &found {
                judged.entry(*index).or_default();
                if let Some(entry) = entry {
                    judged.entry(*index).or_default().insert(entry);
                    if right {
                        hits.entry(*index).or_default().insert(entry);
                    }
                }
            }
            // Author and year, or two halves over a line end, are links of one citation.
            let again = last.is_some_and(|(page, top, _)| (page, top) == target);
            if again {
                if right && last.is_some_and(|(.., was)| !was) {
                    edges.right += 1;
                    last = Some((target.0, target.1, true));
                }
                continue;
            }
            edges.gold += 1;
            edges.right += usize::from(right);
            last = Some((target.0, target.1, right));
            if show && !right {
                println!(
                    "  missed p{} {:?} -> {:?} | {}",
                    number + 1,
                    words_under(layer, number, link),
                    link.name,
                    found
                        .iter()
                        .map(|index| format!(
                            "{:?} {:?}",
                            blind.citations[*index].references, blind.citations[*index].status
                        ))
                        .collect::<Vec<_>>()
                        .join("; ")
                );
            }
        }
    }
    for (index, citation) in blind.citations.iter().enumerate() {
        let Some(linked) = judged.get(&index) else {
            edges.apart += citation.references.len();
            continue;
        };
        let (low, high) = (linked.iter().min().copied(), linked.iter().max().copied());
        let surface = blind.blocks[citation.block].text.get(citation.range.clone()).unwrap_or_default();
        for reference in &citation.references {
            // A range links its ends only.
            let implied = surface.contains(['-', '–', '—'])
                && low.is_some_and(|low| low < *reference)
                && high.is_some_and(|high| *reference < high);
            if implied {
                continue;
            }
            edges.found += 1;
            if show && !linked.contains(reference) {
                println!("  wrong {surface:?} -> {reference}, links say {linked:?}");
            }
        }
    }
    let wrong: usize = blind
        .citations
        .iter()
        .enumerate()
        .filter_map(|(index, citation)| Some((judged.get(&index)?, citation)))
        .map(|(linked, citation)| {
            let surface = blind.blocks[citation.block].text.get(citation.range.clone()).unwrap_or_default();
            let range = surface.contains(['-', '–', '—']);
            citation.references.iter().filter(|reference| !linked.contains(*reference) && !range).count()
        })
        .sum();
    edges.found = edges.right + wrong;
    edges
}

/// Whether a link leads into the reference list.
fn leads_to_list(link: &PdfLink, layer: &PdfText) -> bool {
    let named = link.name.as_deref().unwrap_or_default();
    let known = layer
        .pages
        .iter()
        .flat_map(|page| &page.links)
        .any(|link| link.name.as_deref().is_some_and(|name| name.starts_with("cite.")));
    if known {
        named.starts_with("cite.")
    } else {
        named.starts_with("ref") || named.starts_with("bib") || named.contains("-bib")
    }
}

/// The reference whose text begins where a link leads, or in which it leads to a part.
fn entry_at(document: &Document, link: &PdfLink, drop: f32) -> Option<usize> {
    let begins =
        nearest(document, link, drop).filter(|(_, distance)| *distance < 5.0).map(|(index, _)| index);
    begins.or_else(|| {
        let top = link.top? - drop;
        document.references.iter().position(|reference| {
            let is_at = |area: &PageBox| area.page == link.page && (top - points(area.y)).abs() < 5.0;
            reference.locator.boxes.iter().any(is_at)
        })
    })
}

/// The entry whose box begins nearest to the place `drop` points under a link's destination.
fn nearest(document: &Document, link: &PdfLink, drop: f32) -> Option<(usize, f32)> {
    let top = link.top?;
    document
        .references
        .iter()
        .enumerate()
        .filter_map(|(index, reference)| {
            let first = reference.locator.boxes.first().filter(|first| first.page == link.page)?;
            let near = link.left.is_none_or(|left| (left - points(first.x)).abs() < 150.0);
            near.then_some((index, (top - drop - points(first.y)).abs()))
        })
        .min_by(|left, right| left.1.total_cmp(&right.1))
}

/// How far under its destination an entry begins in this file: the distance that fits all destinations best.
fn usual_drop(layer: &PdfText, document: &Document) -> f32 {
    let links: Vec<&PdfLink> = layer
        .pages
        .iter()
        .flat_map(|page| &page.links)
        .filter(|link| leads_to_list(link, layer))
        .take(200)
        .collect();
    let cost = |drop: f32| -> f32 {
        links
            .iter()
            .map(|link| nearest(document, link, drop).map_or(6.0, |(_, distance)| distance.min(6.0)))
            .sum()
    };
    (0..60)
        .map(|half| half as f32 / 2.0)
        .map(|drop| (drop, cost(drop) + 0.05 * (drop - 10.0).abs()))
        .min_by(|left, right| left.1.total_cmp(&right.1))
        .map_or(10.0, |(drop, _)| drop)
}

fn points(hundredths: i32) -> f32 {
    hundredths as f32 / 100.0
}

/// Whether a box of the place lies over the link.
fn meets(place: &Locator, page: usize, link: &PdfLink) -> bool {
    place.boxes.iter().any(|area: &PageBox| {
        let (x0, x1) = (points(area.x), points(area.x + area.width));
        let (y0, y1) = (points(area.y), points(area.y + area.height));
        area.page as usize == page
            && x0 + 0.5 < link.x + link.width
            && link.x + 0.5 < x1
            && y0 + 1.5 < link.y + link.height
            && link.y + 1.5 < y1
    })
}

fn words_under(layer: &PdfText, page: usize, link: &PdfLink) -> String {
    layer.pages[page]
        .items
        .iter()
        .filter(|item| {
            item.y >= link.y - 1.0
                && item.y <= link.y + link.height
                && item.x < link.x + link.width
                && link.x < item.x + item.width
        })
        .map(|item| item.text.as_str())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A sentence as its words.
struct Sentence {
    words: Vec<String>,
    /// What each citation in it points at.
    references: Vec<Vec<usize>>,
    text: String,
}

/// Sentences of markup, or of a page with its text layer; there tables are searched too.
fn sentences(document: &Document, layer: Option<&PdfText>) -> Vec<Sentence> {
    let mut found = Vec::new();
    for (index, block) in document.blocks.iter().enumerate() {
        let is_text = matches!(
            block.kind,
            BlockKind::Abstract
                | BlockKind::Paragraph
                | BlockKind::ListItem
                | BlockKind::Caption
                | BlockKind::Footnote
        );
        if !is_text && layer.is_none() {
            continue;
        }
        let prose = layer.map_or_else(|| block.text.clone(), |layer| without_mathematics(block, layer));
        for (number, range) in block.sentences.iter().enumerate() {
            let text = block.text.get(range.clone()).unwrap_or_default();
            let cited = || {
                document
                    .citations
                    .iter()
                    .filter(|citation| citation.block == index && citation.sentence == number)
            };
            let references = cited().map(|citation| citation.references.clone()).collect();
            // Markup and page may print citations in different styles.
            let mut plain = String::new();
            let mut from = range.start;
            for citation in cited() {
                plain.push_str(prose.get(from..citation.range.start).unwrap_or_default());
                plain.push(' ');
                from = citation.range.end.max(from);
            }
            plain.push_str(prose.get(from..range.end).unwrap_or_default());
            found.push(Sentence { words: words(&plain), references, text: text.to_owned() });
        }
    }
    found
}

/// The text of a block, blanks in the place of what is set in mathematical fonts.
fn without_mathematics(block: &Block, layer: &PdfText) -> String {
    const FONTS: &[&str] =
        &["cmmi", "cmsy", "cmex", "msam", "msbm", "eufm", "rsfs", "math", "symbol", "txsy", "txmi"];
    let is_mathematics = |node: u32, run: u32| {
        let item = layer.pages.get(node as usize).and_then(|page| page.items.get(run as usize));
        let font = item.and_then(|item| layer.fonts.get(item.font as usize));
        font.is_some_and(|font| {
            let name = font.name.to_lowercase();
            FONTS.iter().any(|part| name.contains(part))
        })
    };
    let mut prose = String::new();
    let mut origins = block.origins.iter().peekable();
    let mut blank = false;
    for (at, c) in block.text.char_indices() {
        while let Some(origin) = origins.next_if(|origin| origin.start <= at) {
            blank = is_mathematics(origin.node, origin.run);
        }
        if blank {
            prose.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            prose.push(c);
        }
    }
    prose
}

/// Words of two letters or more outside of formulas, lower case. What holds other signs than letters is mathematics,
/// which markup and page spell differently.
fn words(text: &str) -> Vec<String> {
    let plain: String = text.split('$').step_by(2).collect::<Vec<_>>().join(" ");
    let words: Vec<String> = plain
        .split(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | '/' | '’' | '\''))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| word.chars().count() >= 2 && word.chars().all(char::is_alphabetic))
        .collect();
    let name = words.first().is_some_and(|word| matches!(word.as_str(), "figure" | "fig" | "table" | "tab"));
    let roman = |word: &&String| word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    let named = usize::from(name) + usize::from(name && words.get(1).filter(roman).is_some());
    words.into_iter().skip(named).collect()
}

/// Share of words that two sentences have in common, in order.
fn likeness(left: &[String], right: &[String]) -> f64 {
    let mut row = vec![0_usize; right.len() + 1];
    for word in left {
        let mut diagonal = 0;
        for (index, other) in right.iter().enumerate() {
            let above = row[index + 1];
            row[index + 1] = if word == other { diagonal + 1 } else { above.max(row[index]) };
            diagonal = above;
        }
    }
    2.0 * row[right.len()] as f64 / (left.len() + right.len()).max(1) as f64
}

/// The markup as gold.
fn against_markup(gold: &Document, found: &Document, layer: &PdfText, show: bool) -> String {
    let theirs = sentences(found, Some(layer));
    let mut by_word: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, sentence) in theirs.iter().enumerate() {
        for word in sentence.words.iter().collect::<HashSet<_>>() {
            by_word.entry(word).or_default().push(index);
        }
    }
    // Sentences that are alike are taken in order.
    let best = |sentence: &Sentence, next: usize| {
        let mut shared: HashMap<usize, f64> = HashMap::new();
        for word in sentence.words.iter().collect::<HashSet<_>>() {
            let known = by_word.get(word.as_str()).map(Vec::as_slice).unwrap_or_default();
            known.iter().for_each(|index| *shared.entry(*index).or_default() += 1.0 / known.len() as f64);
        }
        let mut ranked: Vec<(usize, f64)> = shared.into_iter().collect();
        ranked.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        ranked
            .into_iter()
            .take(40)
            .map(|(index, _)| (index, likeness(&sentence.words, &theirs[index].words)))
            .max_by(|left, right| {
                left.1.total_cmp(&right.1).then(right.0.abs_diff(next).cmp(&left.0.abs_diff(next)))
            })
    };
    let mut next = 0;
    let entries = align(gold, found);
    let (mut all, mut agreed) = (0, 0);
    let mut edges = Edges::default();
    let mut used: HashSet<usize> = HashSet::new();
    for sentence in sentences(gold, None).iter().filter(|sentence| sentence.words.len() >= 4) {
        let nearest = best(sentence, next);
        all += 1;
        let is_agreed = nearest.is_some_and(|(_, likeness)| likeness >= 0.9);
        agreed += usize::from(is_agreed);
        if show && !is_agreed {
            println!(
                "  gold  {}\n  found {}",
                sentence.text,
                nearest.map_or("", |(index, _)| theirs[index].text.as_str())
            );
        }
        let wanted: Vec<(usize, Option<usize>)> =
            sentence.references.iter().flat_map(|cited| printed(cited, &entries)).collect();
        edges.gold += wanted.len();
        let Some((index, _)) = nearest.filter(|(_, likeness)| *likeness >= 0.5) else { continue };
        used.insert(index);
        next = index + 1;
        let mut left = theirs[index].references.concat();
        for (reference, wanted) in wanted {
            match left.iter().position(|own| Some(*own) == wanted) {
                Some(at) => {
                    left.remove(at);
                    edges.right += 1;
                }
                None if show => {
                    println!("  edge  {} -> {reference} ({wanted:?}), has {left:?}", sentence.text)
                }
                None => {}
            }
        }
    }
    let count = |sentence: &Sentence| sentence.references.iter().map(Vec::len).sum::<usize>();
    edges.found = used.iter().map(|index| count(&theirs[*index])).sum();
    edges.apart = theirs.iter().map(count).sum::<usize>() - edges.found;
    format!(
        "{agreed} of {all} sentences agree ({:.3}); {edges}; {} of {} entries found",
        agreed as f64 / all.max(1) as f64,
        entries.iter().flatten().count(),
        entries.len()
    )
}

/// What a citation of the markup points at, with the entries that were found for it. Works that the page prints as one
/// entry are one.
fn printed(cited: &[usize], entries: &[Option<usize>]) -> Vec<(usize, Option<usize>)> {
    let mut seen = HashSet::new();
    cited
        .iter()
        .map(|reference| (*reference, entries.get(*reference).copied().flatten()))
        .filter(|(_, entry)| entry.is_none_or(|entry| seen.insert(entry)))
        .collect()
}

/// Words and numbers of an entry.
fn tokens(text: &str) -> HashSet<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() >= 2);
    parts.map(str::to_lowercase).collect()
}

/// For each entry of the gold, the entry that was found for it.
fn align(gold: &Document, found: &Document) -> Vec<Option<usize>> {
    let theirs: Vec<HashSet<String>> =
        found.references.iter().map(|reference| tokens(&reference.raw)).collect();
    gold.references
        .iter()
        .map(|reference| {
            let own = tokens(&reference.raw);
            theirs
                .iter()
                .enumerate()
                .map(|(index, other)| {
                    let common = own.intersection(other).count() as f64;
                    (index, common / own.len().min(other.len()).max(3) as f64)
                })
                .filter(|(_, likeness)| *likeness > 0.65)
                .max_by(|left, right| left.1.total_cmp(&right.1).then(right.0.cmp(&left.0)))
                .map(|(index, _)| index)
        })
        .collect()
}

fn print(document: &Document) {
    println!("TITLE {:?} {:?}", document.title, document.identifiers);
    for block in &document.blocks {
        println!("{:?} | {}", block.kind, block.text);
    }
    for reference in &document.references {
        println!(
            "{:?} {:?} {:?} | {}",
            reference.label,
            reference.authors.first().map(|person| person.family.as_str()),
            reference.year,
            reference.raw
        );
    }
    for anomaly in &document.anomalies {
        println!("! {:?} {} {}", anomaly.kind, anomaly.place, anomaly.hint);
    }
}
