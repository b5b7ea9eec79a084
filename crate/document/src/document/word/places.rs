//! Where the reference list of a Word document stands when no field says so: under a heading, in paragraphs of a style of its own, or at
//! the end of the text.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use citelight_types::text::normalise::fold;
use regex::Regex;

use super::walk::{Piece, PieceKind};
use crate::citation::entries;
use crate::citation::string::parse_reference;

/// Bytes of the shortest entry.
const SHORTEST: usize = 15;
/// Bytes of the longest entry of a list without a heading.
const LONGEST: usize = 900;
/// Entries of the shortest list without a heading.
const FEWEST: usize = 3;
/// Paragraphs in a row that are no entries: what comes behind them is no list.
const STRANGERS: usize = 3;
/// Words between a name and the year of a citation.
const NEAR: usize = 12;

/// A line that begins what authors put behind the list: legends, tables, appendices, statements.
static BEHIND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let of = r"(?:list of |supplement(?:al|ary)? |supporting |extended data |online )?";
    let lines = r"(?:figures?|tables?|figs?\.?)(?: (?:and|&) (?:figures?|tables?))?(?: (?:captions?|legends?|headings?|titles?))?|(?:captions?|legends?)(?: (?:to|for|of) (?:the )?(?:figures?|tables?))?|appendi(?:x|ces)|supplement(?:ary|al)? (?:materials?|information|data)|acknowledge?ments?|authors?.? contributions?|funding|(?:conflicts?|competing|declarations?) (?:of )?interests?|abbildungen|tabellen|anhang|anhänge|danksagung|annexes?|remerciements|anexos?|apéndices?|agradecimientos|agradecimentos|bijlagen?|приложени[ея]|благодарности|附录|附錄|付録|致谢|致謝|謝辞|감사의 글|부록";
    Regex::new(&format!(r"(?i)^[\d.\s]*{of}(?:{lines})\s*[:.：]?$")).ok()
});

/// The label of a figure, a table or an appendix.
static CAPTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let number = r"(?:[A-Z]{0,2}\d{1,3}(?:[.-]\d{1,3})?[A-Za-z]?|[IVX]{1,4})";
    let shown = r"(?i:figure|fig\.?|table|tab\.|scheme|chart|abbildung|abb\.?|tabelle|figura|tabla|tabela|cuadro|tableau|figuur|tabel|рис\.?|рисунок|таблица)";
    let added = r"(?i:appendix|annex|anhang|anlage|annexe|anexo|apéndice|bijlage|приложение)";
    let dense = r"(?:图|圖|図|表|附录|附錄|付録)\s?\d{1,3}";
    Regex::new(&format!(
        r"^(?:(?i:supplement(?:al|ary)?|extended data|online|appendix)\.? )?(?:{shown}\s?{number}(?:$|[\s:.)|—–-])|{added}\s(?:{number}|[A-Z])(?:$|[\s:.)—–-])|{dense})"
    ))
    .ok()
});

/// The number before an entry: `[1]`, `1.`, `1)`.
static LABEL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?:[\[［【](\d{1,4})[\]］】]|(\d{1,4})[.)]\D)").ok());

/// Numbers in brackets: `[1, 3–5]`.
static NUMBERS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[\[［]\s?(\d{1,4}(?:\s?[,;–—-]\s?\d{1,4})*)\s?[\]］]").ok());

/// A paragraph that is an address and at most the date of access.
static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[<(]?(?:https?://|www\.|doi: ?10\.)\S+(?:\s*[\[(]?(?:accessed|retrieved|zugriff|consult|abgerufen|visited|дата).{0,60})?$").ok()
});

/// The pieces that are entries, in order; none where the page finds its list as well as any other page does. `has_works`: programs manage
/// the citations, so that there is a list.
pub(super) fn find(pieces: &[Piece], has_works: bool) -> Vec<usize> {
    let sections = sections(pieces);
    if has_works && let Some(last) = sections.last() {
        let (found, _) = entries_in(pieces, last.clone());
        if !found.is_empty() {
            return found;
        }
    }
    let sections: Vec<Range<usize>> =
        sections.into_iter().filter(|section| section.clone().any(|at| may_be_entry(&pieces[at]))).collect();
    if !sections.is_empty() {
        let sure: Option<Vec<Vec<usize>>> =
            sections.into_iter().map(|section| sure_entries(pieces, section)).collect();
        return sure.unwrap_or_default().concat();
    }
    let styled: Vec<usize> =
        (0..pieces.len()).filter(|at| pieces[*at].is_styled_entry && may_be_entry(&pieces[*at])).collect();
    if styled.len() > 1 && read_as_entries(pieces, &styled) {
        return styled;
    }
    at_end(pieces)
}

/// Which of the pieces that were found go on with the entry before them: what stands between numbered entries, and addresses in
/// paragraphs of their own where that is not how entries begin.
pub(super) fn further(pieces: &[Piece], found: &[usize]) -> HashSet<usize> {
    if numbered(pieces, found).is_some() {
        return found.iter().copied().filter(|at| label(&pieces[*at]).is_none()).collect();
    }
    let is_own = |at: usize| is_address(&pieces[at].text);
    let addresses = found.iter().filter(|at| is_own(**at)).count();
    if addresses * 3 > found.len() {
        return HashSet::new();
    }
    let has_address = |at: usize| pieces[at].text.contains("://") || pieces[at].text.contains("doi");
    let goes_on = |pair: &[usize]| pair[0] + 1 == pair[1] && is_own(pair[1]) && !has_address(pair[0]);
    found.windows(2).filter(|pair| goes_on(pair)).map(|pair| pair[1]).collect()
}

/// Whether a text is an address and nothing else.
fn is_address(text: &str) -> bool {
    ADDRESS.as_ref().is_some_and(|address| address.is_match(text))
}

fn may_be_entry(piece: &Piece) -> bool {
    matches!(piece.kind, PieceKind::Text | PieceKind::Item(_)) && !entries::is_heading(&piece.text)
}

/// What stands under each heading over a reference list, headings of its parts included.
fn sections(pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut sections: Vec<Range<usize>> = Vec::new();
    let mut open: Option<(u8, usize)> = None;
    for (at, piece) in pieces.iter().enumerate() {
        let level = match piece.kind {
            PieceKind::Heading(level) => level,
            PieceKind::Title => 0,
            _ => continue,
        };
        if let Some((_, start)) = open.filter(|(own, _)| level <= *own || entries::is_heading(&piece.text)) {
            sections.push(start..at);
            open = None;
        }
        if open.is_none() && level > 0 && entries::is_heading(&piece.text) {
            open = Some((level, at + 1));
        }
    }
    sections.extend(open.map(|(_, start)| start..pieces.len()));
    sections
}

/// The entries of a section up to what stands behind the list, and whether anything does.
fn entries_in(pieces: &[Piece], section: Range<usize>) -> (Vec<usize>, bool) {
    let end = section.clone().find(|at| ends_list(&pieces[*at])).unwrap_or(section.end);
    ((section.start..end).filter(|at| may_be_entry(&pieces[*at])).collect(), end < section.end)
}

/// Whether a piece begins what authors put behind the list.
fn ends_list(piece: &Piece) -> bool {
    let says =
        |regex: &LazyLock<Option<Regex>>| regex.as_ref().is_some_and(|regex| regex.is_match(&piece.text));
    match piece.kind {
        PieceKind::Table | PieceKind::Caption | PieceKind::Abstract => true,
        PieceKind::Text | PieceKind::Item(_) | PieceKind::Heading(_) => says(&CAPTION) || says(&BEHIND),
        PieceKind::Title | PieceKind::Formula => false,
    }
}

/// The entries of a section where the page alone would find other ones: where they are numbered, where something else stands behind
/// them, or where an entry has several paragraphs. None where it is not sure that they are a list.
fn sure_entries(pieces: &[Piece], section: Range<usize>) -> Option<Vec<usize>> {
    let (mut found, mut is_cut) = entries_in(pieces, section);
    if let Some(numbered) = numbered(pieces, &found) {
        return Some(numbered);
    }
    found.retain(|at| pieces[*at].text.len() >= SHORTEST);
    let reads = |at: &usize| reads_as_entry(&pieces[*at]);
    let strange = found.windows(STRANGERS).position(|row| !row.iter().any(reads));
    if let Some(end) = strange {
        found.truncate(end);
        is_cut = true;
    }
    let addresses = found.iter().filter(|at| is_address(&pieces[**at].text)).count();
    let has_addresses = (1..=found.len() / 3).contains(&addresses);
    ((is_cut || has_addresses) && found.len() > 1 && read_as_entries(pieces, &found)).then_some(found)
}

/// Entries that are numbered from 1 on, with the paragraphs between them.
fn numbered(pieces: &[Piece], found: &[usize]) -> Option<Vec<usize>> {
    let labels: Vec<(usize, u32)> =
        found.iter().enumerate().filter_map(|(place, at)| Some((place, label(&pieces[*at])?))).collect();
    let in_order = labels.iter().zip(1..).take_while(|((_, label), number)| label == number).count();
    let ((first, _), (last, _)) = (*labels.first()?, *labels.get(in_order.checked_sub(1)?)?);
    let own: Vec<usize> = labels.iter().map(|(place, _)| found[*place]).collect();
    let is_bracketed = own.iter().all(|at| pieces[*at].text.starts_with(['[', '［', '【']));
    let behind = found.get(last + 1..)?.iter().filter(|at| reads_as_entry(&pieces[**at])).count();
    let is_sure = in_order > 1
        && in_order == labels.len()
        && first == 0
        && last < 2 * in_order
        && behind == 0
        && (is_bracketed || read_as_entries(pieces, &own));
    is_sure.then(|| found[..=last].to_vec())
}

/// The number that an entry begins with.
pub(super) fn label(piece: &Piece) -> Option<u32> {
    if let PieceKind::Item(number) = piece.kind {
        return number;
    }
    label_of(&piece.text)
}

/// The number that a text begins with.
pub(super) fn label_of(text: &str) -> Option<u32> {
    let found = LABEL.as_ref()?.captures(text)?;
    found.get(1).or_else(|| found.get(2))?.as_str().parse().ok()
}

/// Whether most of some pieces read like entries.
fn read_as_entries(pieces: &[Piece], found: &[usize]) -> bool {
    let read = found.iter().filter(|at| reads_as_entry(&pieces[**at])).count();
    read * 10 >= found.len() * 6
}

fn reads_as_entry(piece: &Piece) -> bool {
    let text = piece.text.as_str();
    (entries::is_dated(text) || text.contains("://") || text.contains("www.")) && !entries::is_prose(text)
}

/// A list without a heading at the end of the text: entries that are numbered or in the order of their names, and that the text cites.
fn at_end(pieces: &[Piece]) -> Vec<usize> {
    let end = pieces.iter().rposition(may_be_entry).map_or(0, |last| last + 1);
    let start = pieces.get(..end).and_then(|own| own.iter().rposition(|piece| !may_be_entry(piece)));
    let run: Vec<usize> = (start.map_or(0, |before| before + 1)..end).collect();
    let end = run.iter().position(|at| ends_list(&pieces[*at])).unwrap_or(run.len());
    let run = &run[..end];
    numbered_at_end(pieces, run).or_else(|| named_at_end(pieces, run)).unwrap_or_default()
}

fn numbered_at_end(pieces: &[Piece], run: &[usize]) -> Option<Vec<usize>> {
    let first = run.iter().rposition(|at| label(&pieces[*at]) == Some(1))?;
    let found = numbered(pieces, run.get(first..)?).filter(|found| found.len() >= FEWEST)?;
    let all_read = read_as_entries(pieces, &found);
    let before = pieces.get(..*run.get(first)?)?;
    let mut cited = HashSet::new();
    for piece in before {
        for group in NUMBERS.as_ref()?.captures_iter(&piece.text) {
            let numbers = group.get(1).map(|own| own.as_str()).unwrap_or_default();
            cited.extend(
                numbers.split(|c: char| !c.is_ascii_digit()).filter_map(|own| own.parse::<u32>().ok()),
            );
        }
    }
    let known = cited.iter().filter(|number| (1..=found.len() as u32).contains(*number)).count();
    (all_read && known > 1 && known * 2 > cited.len()).then_some(found)
}

fn named_at_end(pieces: &[Piece], run: &[usize]) -> Option<Vec<usize>> {
    let named = |at: &usize| -> Option<(String, i32)> {
        let text = pieces[*at].text.as_str();
        if text.len() > LONGEST || !reads_as_entry(&pieces[*at]) {
            return None;
        }
        let read = parse_reference(text);
        let family = fold(&read.authors.first()?.family);
        // An entry begins with its name.
        let begins = fold(text).starts_with(&family) && !family.is_empty();
        begins.then_some((family, read.year?))
    };
    // Backwards to where several in a row are none: among many entries a few are read otherwise.
    let mut own: Vec<(String, i32)> = Vec::new();
    let (mut first, mut strangers) = (run.len(), 0);
    for (place, at) in run.iter().enumerate().rev() {
        match named(at) {
            Some(entry) => {
                (first, strangers) = (place, 0);
                own.push(entry);
            }
            None => strangers += 1,
        }
        if strangers == STRANGERS || pieces[*at].text.len() > LONGEST {
            break;
        }
    }
    let in_order = own.windows(2).filter(|pair| pair[1].0 <= pair[0].0).count();
    let found = run.get(first..)?;
    let cited = cited_names(pieces.get(..*found.first()?)?);
    let known = own
        .iter()
        .filter(|(family, year)| {
            family.split(' ').next_back().is_some_and(|last| cited.contains(&(last.to_owned(), *year)))
        })
        .count();
    let is_sure = own.len() >= FEWEST
        && own.len() * 10 >= found.len() * 8
        && in_order * 10 >= (own.len() - 1) * 8
        && known * 2 >= own.len();
    is_sure.then(|| found.to_vec())
}

/// Words of a text with the years that stand close behind them.
fn cited_names(pieces: &[Piece]) -> HashSet<(String, i32)> {
    let mut cited = HashSet::new();
    for piece in pieces {
        let folded = fold(&piece.text);
        let words: Vec<&str> = folded.split(' ').collect();
        for (at, word) in words.iter().enumerate() {
            let Some(year) = word.get(..4).and_then(|digits| digits.parse::<i32>().ok()) else { continue };
            for name in words.get(at.saturating_sub(NEAR)..at).unwrap_or_default() {
                cited.insert(((*name).to_owned(), year));
            }
        }
    }
    cited
}
