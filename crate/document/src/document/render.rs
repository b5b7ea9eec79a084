//! The document as Markdown: one stable format whatever came in, described in docs/document-format.md.
//!
//! Text is only ever text: whatever would be markup to a reader of CommonMark or pandoc's Markdown is escaped, formulas
//! aside. Links never appear.

use std::ops::Range;

use super::{Document, Format};
use crate::citation::Reference;
use crate::markup::{Block, BlockKind};

/// Renders the document: title, blocks, references.
pub fn render_markdown(document: &Document) -> String {
    let mut out = String::new();
    if let Some(title) = document.title.as_deref().filter(|title| !title.trim().is_empty()) {
        paragraph(&mut out, &format!("# {}", prose(title, &[])));
    }
    let mut in_abstract = false;
    let mut footnotes = 0;
    let mut previous = None;
    for block in &document.blocks {
        let is_abstract = block.kind == BlockKind::Abstract;
        if is_abstract != in_abstract {
            paragraph(&mut out, if is_abstract { "::: abstract" } else { ":::" });
            in_abstract = is_abstract;
        }
        // Items in a row are one list: no empty line between them.
        if block.kind == BlockKind::ListItem && previous == Some(BlockKind::ListItem) {
            out.pop();
        }
        if block.kind == BlockKind::Footnote {
            footnotes += 1;
        }
        paragraph(&mut out, &rendered(block, document.format, footnotes));
        previous = Some(block.kind);
    }
    if in_abstract {
        paragraph(&mut out, ":::");
    }
    references(&mut out, &document.references);
    out
}

/// One block, without the empty line after it.
fn rendered(block: &Block, format: Format, footnote: usize) -> String {
    let text = || prose(&block.text, &formulas(block, format));
    match block.kind {
        BlockKind::Heading(level @ 0..=4) => format!("{} {}", "#".repeat(usize::from(level) + 1), text()),
        // Markdown has six levels; the deeper ones say theirs.
        BlockKind::Heading(5) => format!("###### {}", text()),
        BlockKind::Heading(level) => format!("###### {} {{level={level}}}", text()),
        BlockKind::Abstract | BlockKind::Paragraph => guarded(text()),
        BlockKind::ListItem => format!("- {}", guarded(text())),
        BlockKind::Math => one_line(&block.text),
        BlockKind::Caption => format!("::: caption\n{}\n:::", guarded(text())),
        BlockKind::Table => table(block, format),
        BlockKind::Footnote => format!("[^{footnote}]: {}", guarded(text())),
    }
}

fn paragraph(out: &mut String, text: &str) {
    out.push_str(text);
    out.push_str("\n\n");
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The list of references: number, printed label unless it is that number, text.
fn references(out: &mut String, references: &[Reference]) {
    if references.is_empty() {
        return;
    }
    out.push_str("::: references\n");
    for (index, reference) in references.iter().enumerate() {
        let number = (index + 1).to_string();
        let label = reference.label.as_deref().map(one_line).unwrap_or_default();
        let says_more = label.trim_matches(|c: char| !c.is_alphanumeric()) != number && !label.is_empty();
        let label = if says_more { format!("{} ", prose(&label, &[])) } else { String::new() };
        out.push_str(&format!("{number}. {label}{}\n", prose(&reference.raw, &[])));
    }
    out.push_str(":::\n");
}

/// Rows of a table; the first is the header, as pipe tables want one.
fn table(block: &Block, format: Format) -> String {
    let formulas = formulas(block, format);
    let mut at = 0;
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in block.text.split('\n') {
        let mut cells = Vec::new();
        let mut start = at;
        for cell in line.split(" | ") {
            let inside: Vec<Range<usize>> = formulas
                .iter()
                .filter(|formula| formula.start >= start && formula.end <= start + cell.len())
                .map(|formula| formula.start - start..formula.end - start)
                .collect();
            cells.push(prose(cell, &inside).replace('|', "\\|"));
            start += cell.len() + " | ".len();
        }
        rows.push(cells);
        at += line.len() + 1;
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(1);
    let line = |cells: &[String], width: usize| {
        let mut line = String::from("|");
        for index in 0..cells.len().max(width) {
            line.push(' ');
            line.push_str(cells.get(index).map_or("", |cell| cell.trim()));
            line.push_str(" |");
        }
        line
    };
    let mut lines: Vec<String> = Vec::with_capacity(rows.len() + 1);
    for (index, row) in rows.iter().enumerate() {
        // The header must be as wide as the widest row; the others may be shorter.
        lines.push(line(row, if index == 0 { width } else { 0 }));
        if index == 0 {
            lines.push(format!("|{}", " --- |".repeat(width)));
        }
    }
    lines.join("\n")
}

/// Where a block's text is formulas, `$…$` with the signs.
pub(super) fn formulas(block: &Block, format: Format) -> Vec<Range<usize>> {
    let text = &block.text;
    let signs = |range: &Range<usize>| {
        text.get(range.clone())
            .is_some_and(|part| part.len() > 2 && part.starts_with('$') && part.ends_with('$'))
    };
    let mut found: Vec<Range<usize>> = Vec::new();
    for (index, origin) in block.origins.iter().enumerate() {
        let end = block.origins.get(index + 1).map_or(text.len(), |next| next.start);
        if !origin.verbatim && signs(&(origin.start..end)) {
            found.push(origin.start..end);
        }
    }
    // Formats whose own text holds `$…$`: there the rule of pandoc says which dollars are signs of a formula.
    if found.is_empty() && matches!(format, Format::Latex | Format::Markdown) {
        found = dollars(text).into_iter().filter(signs).collect();
    }
    found
}

/// `$…$` by pandoc's rule: no white space inside the signs, no digit after the closing one.
fn dollars(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    let bytes = text.as_bytes();
    for (at, _) in text.match_indices('$') {
        let after = bytes.get(at + 1).copied().unwrap_or(b' ');
        let before = if at == 0 { b' ' } else { bytes[at - 1] };
        if before == b'\\' {
            continue;
        }
        match open {
            Some(start) if !before.is_ascii_whitespace() && !after.is_ascii_digit() && at > start + 1 => {
                found.push(start..at + 1);
                open = None;
            }
            Some(_) => {}
            None if !after.is_ascii_whitespace() => open = Some(at),
            None => {}
        }
    }
    found
}

/// Text on one line, escaped; formulas stay as they are.
fn prose(text: &str, formulas: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 16);
    let mut at = 0;
    for formula in formulas {
        escape(&text[at..formula.start], &mut out);
        out.push_str(&math(&text[formula.clone()]));
        at = formula.end;
    }
    escape(&text[at..], &mut out);
    one_line(&out)
}

/// A formula in the line; with a dollar inside its signs, in the form that allows for that.
fn math(formula: &str) -> String {
    let inner = formula.get(1..formula.len().saturating_sub(1)).unwrap_or_default();
    if inner.contains('$') { format!("$`{inner}`$") } else { formula.to_owned() }
}

/// Puts a backslash before what would be markup anywhere in a line.
fn escape(text: &str, out: &mut String) {
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        let is_markup = match c {
            '\\' | '`' | '*' | '_' | '$' | '<' | '~' => true,
            // `[^1]` is a note, `](` a link, `![` a picture, `&lt;` a character: `[3]` and `R & D` are none.
            '[' => next == '^',
            ']' => matches!(next, '(' | '[' | ':'),
            '!' => next == '[',
            '&' => next.is_ascii_alphanumeric() || next == '#',
            // Pandoc's citations and attributes.
            '@' | '{' => next.is_alphanumeric() || matches!(next, '.' | '#' | '{' | '_'),
            _ => false,
        };
        if is_markup {
            out.push('\\');
        }
        out.push(c);
    }
}

/// Puts a backslash before what would be markup at the start of a line only: `#`, `- `, `1.`, `>`, `:::`, `| `.
fn guarded(text: String) -> String {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && text[digits..].starts_with(['.', ')']) {
        return format!("{}\\{}", &text[..digits], &text[digits..]);
    }
    if text.starts_with(['#', '-', '+', '>', '=', ':', '|']) || text.starts_with("[^") {
        format!("\\{text}")
    } else {
        text
    }
}
