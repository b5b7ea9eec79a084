//! JUnit's XML: a file is a suite, an entry a case.

use std::io::{self, Write};

use citelight::export::{BibExport, CheckedEntry, Level};
use citelight::resolve::integrity::Label;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::github::message;
use super::text::verdict;
use crate::output::plain;

/// Writes all suites.
pub(super) fn write(export: &BibExport, out: &mut impl Write) -> io::Result<()> {
    let mut writer = Writer::new_with_indent(out, b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let mut files: Vec<&str> = export.entries.iter().map(|entry| entry.file.as_str()).collect();
    files.dedup();
    writer
        .create_element("testsuites")
        .with_attribute(("name", "citelight bib"))
        .write_inner_content(|writer| files.iter().try_for_each(|file| suite(file, export, writer)))?;
    writeln!(writer.into_inner())
}

fn suite<W: Write>(file: &str, export: &BibExport, writer: &mut Writer<W>) -> io::Result<()> {
    let entries: Vec<&CheckedEntry> = export.entries.iter().filter(|entry| entry.file == file).collect();
    let count =
        |wanted: fn(&CheckedEntry) -> bool| entries.iter().filter(|entry| wanted(entry)).count().to_string();
    let name = plain(file);
    let (tests, failures) = (entries.len().to_string(), count(CheckedEntry::needs_review));
    let (errors, skipped) = (count(CheckedEntry::is_unchecked), count(is_undecided));
    writer
        .create_element("testsuite")
        .with_attributes([
            ("name", name.as_str()),
            ("tests", &tests),
            ("failures", &failures),
            ("errors", &errors),
            ("skipped", &skipped),
        ])
        .write_inner_content(|writer| entries.iter().try_for_each(|entry| case(entry, &name, writer)))?;
    Ok(())
}

fn is_undecided(entry: &CheckedEntry) -> bool {
    entry.label == Label::Uncertain && entry.level == Level::Note && !entry.is_unchecked()
}

fn case<W: Write>(entry: &CheckedEntry, file: &str, writer: &mut Writer<W>) -> io::Result<()> {
    let (key, line) = (plain(&entry.key), entry.line.to_string());
    let case = writer.create_element("testcase").with_attributes([
        ("name", key.as_str()),
        ("classname", file),
        ("file", file),
        ("line", &line),
    ]);
    let outcome = match entry.label {
        _ if entry.needs_review() => "failure",
        Label::Uncertain if entry.is_unchecked() => "error",
        Label::Uncertain if entry.level > Level::None => "skipped",
        _ => return case.write_empty().map(|_| ()),
    };
    let (words, text) = (verdict(entry), message(entry));
    case.write_inner_content(|writer| {
        let outcome = writer.create_element(outcome).with_attribute(("message", words.as_str()));
        outcome.write_text_content(BytesText::new(&text)).map(|_| ())
    })?;
    Ok(())
}
