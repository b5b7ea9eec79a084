//! What the verifier makes of a damaged page, beside what it says of the undamaged one.
use citelight::document::{Anomaly, Document, Input, Severity, parse};

use super::inject::{Damage, Damaged, PAGE};
use super::page::Page;

/// What the verifier made of one damaged page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct InjectionOutcome {
    /// It says something that it does not say of the undamaged page.
    pub(super) detected: bool,
    /// What it says names the place.
    pub(super) placed: bool,
    /// The text reads as if there were no damage.
    pub(super) repaired: bool,
}

/// Judges what the verifier says of a damaged page.
pub(super) fn judge(sound: &Document, damaged: &Damaged, damage: Damage) -> InjectionOutcome {
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
    InjectionOutcome {
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
pub(super) fn sound(page: &Page) -> Document {
    read(&page.html())
}

fn read(html: &str) -> Document {
    parse(Input::new(html, "damaged")).unwrap_or_default()
}

/// Warnings and errors that the verifier gives on an undamaged page.
pub(super) fn alarms(sound: &Document) -> Vec<&Anomaly> {
    sound.anomalies.iter().filter(|anomaly| anomaly.severity >= Severity::Warning).collect()
}
