//! Damage as it happens to extracted text, injected on purpose: a page that is dropped, columns that are exchanged, a
//! reference list that is cut, a paragraph that stands twice; and the judgement whether the verifier says so, and where.
//!
//! A real document is first written down as a plain page (headings, paragraphs, entries, nothing else), the page is
//! damaged, read and judged against what the verifier says of the undamaged page.

use std::fmt::Write as _;
use std::ops::Range;

use citelight::citation::{CitationStyle, Reference};
use citelight::document::{Anomaly, BlockKind, Document, Input, Severity, parse};

/// Bytes of running text on a page, about.
const PAGE: usize = 3_200;

/// A stretch of the page being written.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    kind: BlockKind,
    text: String,
    /// Citations set as superscripts.
    raised: Vec<Range<usize>>,
}

/// A document as a plain page.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    title: String,
    units: Vec<Unit>,
    entries: Vec<String>,
}

/// What is done to a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Damage {
    DropPage,
    SwapColumns,
    CutReferences,
    DuplicateParagraph,
}

pub(crate) const ALL: [Damage; 4] =
    [Damage::DropPage, Damage::SwapColumns, Damage::CutReferences, Damage::DuplicateParagraph];

/// A damaged page, and words that stand at the damage.
pub(crate) struct Damaged {
    pub html: String,
    /// Ends and beginnings of the stretches that now meet; any of them places the damage.
    pub(crate) seams: Vec<String>,
    /// What is gone.
    gone: String,
}

/// What the verifier made of one damaged page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// It says something that it does not say of the undamaged page.
    pub detected: bool,
    /// What it says names the place.
    pub placed: bool,
    /// The text reads as if there were no damage.
    pub repaired: bool,
}

/// Numbers that look random and are the same every time (xorshift).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

impl Page {
    /// Writes a document down.
    pub(crate) fn of(document: &Document) -> Self {
        let raise = document.style == CitationStyle::Superscript;
        let mut units = Vec::new();
        for (index, block) in document.blocks.iter().enumerate() {
            let citations = document.citations.iter().filter(|citation| raise && citation.block == index);
            units.push(Unit {
                kind: block.kind,
                text: block.text.clone(),
                raised: citations.map(|citation| citation.range.clone()).collect(),
            });
        }
        let entries = document.references.iter().map(entry).collect();
        Self { title: document.title.clone().unwrap_or_default(), units, entries }
    }

    /// Bytes of its paragraphs.
    fn mass(&self) -> usize {
        self.units.iter().filter(|unit| unit.kind == BlockKind::Paragraph).map(|unit| unit.text.len()).sum()
    }

    /// Parts the units at a border between two words near `at`, counted in bytes of paragraphs; the index of the unit
    /// that begins there.
    fn part(&mut self, at: usize) -> usize {
        let mut left = at;
        for index in 0..self.units.len() {
            let unit = &self.units[index];
            if unit.kind != BlockKind::Paragraph {
                continue;
            }
            if left >= unit.text.len() {
                left -= unit.text.len();
                continue;
            }
            let free = |at: usize| unit.raised.iter().all(|range| at <= range.start || range.end <= at);
            let Some(space) = unit
                .text
                .match_indices(' ')
                .map(|(at, _)| at)
                .find(|at| *at >= left && free(*at) && *at + 1 < unit.text.len())
            else {
                return index + 1;
            };
            let mut head = unit.clone();
            let mut tail = unit.clone();
            head.text.truncate(space);
            head.raised.retain(|range| range.end <= space);
            tail.text.drain(..=space);
            tail.raised.retain(|range| range.start > space);
            for range in &mut tail.raised {
                *range = range.start - space - 1..range.end - space - 1;
            }
            self.units.splice(index..=index, [head, tail]);
            return index + 1;
        }
        self.units.len()
    }

    /// The words on both sides of the border before unit `at`.
    fn words_at(&self, at: usize) -> Vec<String> {
        let mut words = Vec::new();
        let left = self.units[..at].iter().rev().find(|unit| is_running(unit.kind));
        let right = self.units[at..].iter().find(|unit| is_running(unit.kind));
        words.extend(left.map(|unit| last_chars(&unit.text)));
        words.extend(right.map(|unit| unit.text.chars().take(24).collect()));
        words
    }

    pub(crate) fn html(&self) -> String {
        let mut html = format!(
            "<html><head><title>{0}</title></head><body><article><h1>{0}</h1>\n",
            escaped(&self.title)
        );
        for unit in &self.units {
            let text = marked(unit);
            let _ = match unit.kind {
                BlockKind::Heading(level) => {
                    let level = (level + 1).min(6);
                    writeln!(html, "<h{level}>{text}</h{level}>")
                }
                BlockKind::Abstract => writeln!(html, "<div class=\"abstract\"><p>{text}</p></div>"),
                BlockKind::ListItem => writeln!(html, "<ul><li>{text}</li></ul>"),
                BlockKind::Caption => writeln!(html, "<figure><figcaption>{text}</figcaption></figure>"),
                BlockKind::Math => writeln!(
                    html,
                    "<math display=\"block\" alttext=\"{}\"></math>",
                    escaped(unit.text.trim_matches('$')).replace('"', "&quot;")
                ),
                BlockKind::Table => writeln!(html, "<table><tr><td>{text}</td></tr></table>"),
                BlockKind::Footnote => Ok(()),
                BlockKind::Paragraph => writeln!(html, "<p>{text}</p>"),
            };
        }
        html.push_str("<h2>References</h2>\n<ol class=\"references\">\n");
        for (index, entry) in self.entries.iter().enumerate() {
            let _ = writeln!(html, "<li id=\"r{}\">{}</li>", index + 1, escaped(entry));
        }
        html.push_str("</ol></article></body></html>");
        html
    }
}

/// A line of the list, as it is printed; entries that markup holds in fields without punctuation get some.
fn entry(reference: &Reference) -> String {
    let mut line = reference.raw.clone();
    if reference.fields_from_markup && !line.contains(". ") {
        let people: Vec<String> =
            reference.authors.iter().map(|person| format!("{} {}", person.family, person.given)).collect();
        line = format!(
            "{}. ({}). {}. {} {}: {}.",
            people.join(", "),
            reference.year.unwrap_or_default(),
            reference.title.as_deref().unwrap_or_default(),
            reference.venue.as_deref().unwrap_or_default(),
            reference.volume.as_deref().unwrap_or_default(),
            reference.pages.as_deref().unwrap_or_default()
        );
    }
    match &reference.label {
        Some(label) if label.chars().any(|c| c.is_ascii_digit()) && label.len() < 6 => {
            format!("{label} {line}")
        }
        _ => line,
    }
}

fn is_running(kind: BlockKind) -> bool {
    matches!(kind, BlockKind::Paragraph | BlockKind::Heading(_) | BlockKind::ListItem)
}

fn last_chars(text: &str) -> String {
    let skip = text.chars().count().saturating_sub(24);
    text.chars().skip(skip).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn marked(unit: &Unit) -> String {
    let mut html = String::new();
    let mut at = 0;
    for range in &unit.raised {
        if range.start < at {
            continue;
        }
        html.push_str(&escaped(&unit.text[at..range.start]));
        let _ = write!(html, "<sup>{}</sup>", escaped(&unit.text[range.clone()]));
        at = range.end;
    }
    html.push_str(&escaped(&unit.text[at..]));
    html
}

/// Damages a page; none if it is too short for that.
pub(crate) fn inject(page: &Page, damage: Damage, dice: &mut Dice) -> Option<Damaged> {
    let mut page = page.clone();
    let mass = page.mass();
    match damage {
        Damage::DropPage => {
            if mass < 4 * PAGE {
                return None;
            }
            let from = PAGE / 2 + dice.below(mass - 2 * PAGE);
            let (start, end) = stretch(&mut page, from, from + PAGE);
            let gone = page.units.drain(start..end).map(|unit| unit.text + "\n").collect();
            let seams = page.words_at(start);
            Some(Damaged { html: page.html(), seams, gone })
        }
        Damage::SwapColumns => {
            if mass < 5 * PAGE {
                return None;
            }
            let from = PAGE / 2 + dice.below(mass - 3 * PAGE);
            let (start, end) = stretch(&mut page, from, from + PAGE + PAGE / 2);
            let mut middle = page.part(from + PAGE / 2 + dice.below(PAGE / 2));
            let end = end + usize::from(page.units.len() > end && middle <= end);
            middle = middle.clamp(start + 1, end.saturating_sub(1).max(start + 1));
            let size = end - start;
            page.units[start..end].rotate_left(middle - start);
            let seams = [start, start + (end - middle), start + size]
                .into_iter()
                .flat_map(|at| page.words_at(at))
                .collect();
            Some(Damaged { html: page.html(), seams, gone: String::new() })
        }
        Damage::CutReferences => {
            if page.entries.len() < 12 {
                return None;
            }
            let kept = page.entries.len() / 3 + dice.below(page.entries.len() / 2);
            let gone = page.entries.split_off(kept).join("\n");
            // Half of the cuts go through an entry.
            if dice.below(2) == 0
                && let Some(last) = page.entries.last_mut()
                && let Some((at, _)) = last.match_indices(' ').nth(3)
            {
                last.truncate(at);
            }
            // What is left of a torn entry may not be told from debris: the one before it is the end as well.
            let seams = page
                .entries
                .iter()
                .rev()
                .take(2)
                .map(|entry| {
                    last_chars(entry).chars().rev().take(9).collect::<Vec<_>>().into_iter().rev().collect()
                })
                .collect();
            Some(Damaged { html: page.html(), seams, gone })
        }
        Damage::DuplicateParagraph => {
            let long: Vec<usize> = (0..page.units.len())
                .filter(|index| {
                    page.units[*index].kind == BlockKind::Paragraph && page.units[*index].text.len() > 200
                })
                .collect();
            let at = *long.get(dice.below(long.len()))?;
            let copy = page.units[at].clone();
            let seams = vec![copy.text.chars().take(24).collect()];
            // A page that was read twice repeats at once; a running box repeats anywhere.
            let to = if dice.below(2) == 0 { at + 1 } else { dice.below(page.units.len()) };
            page.units.insert(to, copy);
            Some(Damaged { html: page.html(), seams, gone: String::new() })
        }
    }
}

/// Parts the page at two places; the units between them.
fn stretch(page: &mut Page, from: usize, to: usize) -> (usize, usize) {
    let end = page.part(to);
    let parted = page.units.len();
    let start = page.part(from);
    (start, end + page.units.len() - parted)
}

/// Judges what the verifier says of a damaged page.
pub(crate) fn judge(sound: &Document, damaged: &Damaged, damage: Damage) -> Outcome {
    let hurt = read(&damaged.html);
    let known = |anomaly: &Anomaly| {
        sound.anomalies.iter().any(|own| own.kind == anomaly.kind && own.place == anomaly.place)
    };
    let new: Vec<&Anomaly> = hurt
        .anomalies
        .iter()
        .filter(|anomaly| !known(anomaly))
        .filter(|anomaly| {
            anomaly.severity >= Severity::Warning
                || anomaly.hint.contains("read once")
                || anomaly.hint.contains("put back")
        })
        .collect();
    let text = |document: &Document| {
        document.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    let same = damage != Damage::DropPage && damage != Damage::CutReferences && text(sound) == text(&hurt);
    Outcome {
        detected: !new.is_empty(),
        placed: new.iter().any(|anomaly| is_placed(anomaly, damaged, &hurt)),
        repaired: same,
    }
}

/// Whether an anomaly names the damage: by words at a seam, by what is gone, or by words within a page of a seam.
fn is_placed(anomaly: &Anomaly, damaged: &Damaged, document: &Document) -> bool {
    let gone = damaged.gone.to_lowercase();
    let names_gone = anomaly.place.split_once(' ').is_some_and(|(what, number)| {
        matches!(what, "figure" | "table" | "equation")
            && (gone.contains(&format!("{what} {number}")) || gone.contains(&format!("\\tag{{{number}}}")))
    });
    if names_gone || damaged.seams.iter().any(|seam| anomaly.place.contains(seam.as_str())) {
        return true;
    }
    let text: String = document.blocks.iter().map(|block| format!("{}\n", block.text)).collect();
    let at = |words: &str| text.find(words);
    let seams: Vec<usize> = damaged.seams.iter().filter_map(|seam| at(seam)).collect();
    let places: Vec<usize> =
        anomaly.place.split(" | ").filter(|part| part.len() > 12).filter_map(at).collect();
    let (Some(from), Some(to)) = (places.iter().min(), places.iter().max()) else { return false };
    seams.iter().any(|seam| from.saturating_sub(PAGE) <= *seam && *seam <= to + PAGE)
}

/// The undamaged page, read.
pub(crate) fn sound(page: &Page) -> Document {
    read(&page.html())
}

fn read(html: &str) -> Document {
    parse(Input::new(html, "damaged")).unwrap_or_default()
}

/// Warnings and errors that the verifier gives on an undamaged page.
pub(crate) fn alarms(sound: &Document) -> Vec<&Anomaly> {
    sound.anomalies.iter().filter(|anomaly| anomaly.severity >= Severity::Warning).collect()
}
