//! The pieces of a Word document as one page of HTML.

use super::items::Items;
use super::list::Lists;
use super::walk::{Piece, PieceKind};
use crate::citation::entries;
use crate::document::Format;
use crate::document::render_html::{class_of, escaped};

/// Bytes of the longest title.
const LONGEST_TITLE: usize = 400;
/// Pieces of the shortest document whose first line may be its title.
const WITH_TITLE: usize = 4;

pub(super) fn page(pieces: &[Piece], notes: &[Vec<Piece>], items: &Items) -> String {
    let title = title(pieces);
    let shown = title.map(|index| pieces[index].text.as_str()).unwrap_or_default();
    let mut html = format!(
        "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\"><title>{}</title></head>\n<body>\n<article class=\"{}\">\n",
        escaped(shown),
        class_of(Format::Docx)
    );
    let lists = Lists::of(pieces, items);
    body(&mut html, pieces, title, &lists, items);
    if !lists.has_entries() && !lists.is_empty() {
        html.push_str("<section role=\"doc-bibliography\">\n<h2>References</h2>\n");
        html.push_str(&lists.html(0..0, true, pieces, items));
        html.push_str("</section>\n");
    }
    push_notes(&mut html, notes);
    html.push_str("</article>\n</body>\n</html>\n");
    html
}

/// The piece that is the title: what is set as one, else a first heading that has no sibling or is set by hand, else a first line that
/// is no sentence.
fn title(pieces: &[Piece]) -> Option<usize> {
    if let Some(set) = pieces.iter().position(|piece| piece.kind == PieceKind::Title) {
        return Some(set);
    }
    let first = pieces.first()?;
    if pieces.len() < WITH_TITLE || first.text.len() > LONGEST_TITLE {
        return None;
    }
    match first.kind {
        PieceKind::Heading(level) => {
            let siblings = pieces.iter().filter(|piece| piece.kind == PieceKind::Heading(level)).count();
            // A heading right under another one of its level: the first is the title.
            let is_over = pieces.get(1).is_some_and(|second| second.kind == PieceKind::Heading(level));
            (siblings == 1 || is_over).then_some(0)
        }
        PieceKind::Text if !first.text.ends_with(['.', '。']) && !first.html.contains("data-cites") => {
            Some(0)
        }
        _ => None,
    }
}

fn body(html: &mut String, pieces: &[Piece], title: Option<usize>, lists: &Lists, items: &Items) {
    let last_entry = (0..pieces.len()).rev().find(|piece| lists.holds(*piece));
    let mut in_list = false;
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        if lists.holds(at) {
            let length = (at..pieces.len()).take_while(|piece| lists.holds(*piece)).count();
            let is_last = last_entry.is_some_and(|last| last < at + length);
            html.push_str(&lists.html(at..at + length, is_last, pieces, items));
            at += length;
            // What stands behind the last entry is no part of the list's section.
            let rest = pieces.iter().enumerate().skip(at);
            let mut own = rest.take_while(|(_, piece)| !matches!(piece.kind, PieceKind::Heading(_)));
            if in_list && !own.any(|(piece, _)| lists.holds(piece)) {
                html.push_str("</section>\n");
                in_list = false;
            }
            continue;
        }
        let heading = match piece.kind {
            _ if Some(at) == title => None,
            PieceKind::Heading(level) => Some(level),
            _ => None,
        };
        if let Some(level) = heading {
            if in_list {
                html.push_str("</section>\n");
            }
            in_list = entries::is_heading(&piece.text);
            if in_list {
                html.push_str("<section role=\"doc-bibliography\">\n");
            }
            let level = level.clamp(1, 5) + 1;
            html.push_str(&format!("<h{level}>{}</h{level}>\n", piece.html));
            at += 1;
            continue;
        }
        at += push(html, &pieces[at..], Some(at) == title);
    }
    if in_list {
        html.push_str("</section>\n");
    }
}

/// Writes the first of some pieces, with those that belong to it; gives how many.
fn push(html: &mut String, pieces: &[Piece], is_title: bool) -> usize {
    let Some(piece) = pieces.first() else { return 0 };
    match piece.kind {
        _ if is_title => html.push_str(&format!("<h1>{}</h1>\n", piece.html)),
        PieceKind::Abstract => {
            html.push_str(&format!("<div class=\"abstract\"><p>{}</p></div>\n", piece.html))
        }
        PieceKind::Caption => html.push_str(&format!("<div class=\"caption\">{}</div>\n", piece.html)),
        PieceKind::Table => html.push_str(&format!("<table>{}</table>\n", piece.html)),
        PieceKind::Item(number) => return items(html, pieces, number.is_some()),
        PieceKind::Formula => {
            html.push_str(&format!(
                "<p>{}</p>\n",
                piece.html.replacen("<math ", "<math display=\"block\" ", 1)
            ));
        }
        PieceKind::Title | PieceKind::Heading(_) | PieceKind::Text => {
            html.push_str(&format!("<p>{}</p>\n", piece.html));
        }
    }
    1
}

/// Items in a row are one list.
fn items(html: &mut String, pieces: &[Piece], is_numbered: bool) -> usize {
    let tag = if is_numbered { "ol" } else { "ul" };
    html.push_str(&format!("<{tag}>\n"));
    let mut count = 0;
    for piece in pieces {
        let PieceKind::Item(number) = piece.kind else { break };
        if number.is_some() != is_numbered {
            break;
        }
        let value = number.map(|number| format!(" value=\"{number}\"")).unwrap_or_default();
        html.push_str(&format!("<li{value}>{}</li>\n", piece.html));
        count += 1;
    }
    html.push_str(&format!("</{tag}>\n"));
    count
}

fn push_notes(html: &mut String, notes: &[Vec<Piece>]) {
    if notes.iter().all(Vec::is_empty) {
        return;
    }
    html.push_str("<section role=\"doc-endnotes\">\n<ol>\n");
    for (note, number) in notes.iter().zip(1..) {
        let paragraphs: Vec<String> = note.iter().map(|piece| format!("<p>{}</p>", piece.html)).collect();
        html.push_str(&format!("<li id=\"fn{number}\" role=\"doc-footnote\">{}</li>\n", paragraphs.concat()));
    }
    html.push_str("</ol>\n</section>\n");
}
