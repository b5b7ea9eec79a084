//! Annotations for GitHub's checks (workflow commands).

use std::io::{self, Write};

use citelight::export::{BibExport, CheckedEntry, Level};
use citelight::resolve::integrity::Label;

use super::text::{retraction, verdict};
use crate::output::plain;

/// One annotation for each entry that needs review, could not be checked, or that the policy has a note for.
pub(super) fn write(export: &BibExport, out: &mut impl Write) -> io::Result<()> {
    for entry in &export.entries {
        let level = match entry.label {
            _ if entry.needs_review() => "error",
            Label::Uncertain if entry.is_unchecked() => "warning",
            _ if entry.level == Level::Note => "notice",
            _ => continue,
        };
        let line = entry.line.max(1);
        writeln!(
            out,
            "::{level} file={},line={line},title={}::{}",
            property(&entry.file),
            property(&format!("{}: {}", entry.key, verdict(entry))),
            data(&message(entry))
        )?;
    }
    Ok(())
}

/// All reasons in one line.
pub(super) fn message(entry: &CheckedEntry) -> String {
    let mut reasons: Vec<String> = entry.reasons.iter().map(|reason| plain(reason)).collect();
    reasons.extend(retraction(&entry.work));
    if reasons.is_empty() {
        reasons.push(verdict(entry));
    }
    reasons.join(" ")
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&plain(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_command() {
        assert_eq!(property("a,b:c\n::error::x"), "a%2Cb%3Ac %3A%3Aerror%3A%3Ax");
        assert_eq!(data("50 %\nnext"), "50 %25%0Anext");
    }
}
