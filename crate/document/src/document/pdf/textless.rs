//! Pages without a text layer among others that have one: scans and pictures, whose words nobody read.

use super::text_layer::{PdfPage, PdfText, ReadingOutcome};
use crate::document::{Anomaly, AnomalyKind, Severity};

/// Letters and digits that a page of text has at least; a stamp of the publisher's has fewer.
const LETTERS_OF_A_PAGE: usize = 100;

/// Whether hardly anything of a page can be read.
pub(super) fn is_textless(page: &PdfPage) -> bool {
    let letters = page.items.iter().flat_map(|item| item.text.chars()).filter(|c| c.is_alphanumeric());
    letters.take(LETTERS_OF_A_PAGE).count() < LETTERS_OF_A_PAGE
}

/// Names the pages of which hardly anything can be read, among others that can, and those that a model read off their images. Their
/// place are their numbers alone.
pub(super) fn named(text: &PdfText) -> Vec<Anomaly> {
    let reading = |page: usize| {
        let own = text.readings.iter().rev().find(|reading| reading.page as usize == page);
        own.map(|reading| &reading.outcome)
    };
    // Pages of which the same is to be told, in the order of the first of each.
    let mut told: Vec<(Option<&ReadingOutcome>, Vec<usize>)> = Vec::new();
    for (index, page) in text.pages.iter().enumerate() {
        let outcome = reading(index);
        let is_read = matches!(outcome, Some(ReadingOutcome::Read { .. }));
        if !is_read && !is_textless(page) {
            continue;
        }
        match told.iter_mut().find(|(known, _)| *known == outcome) {
            Some((_, pages)) => pages.push(index + 1),
            None => told.push((outcome, vec![index + 1])),
        }
    }
    told.into_iter().map(|(outcome, pages)| anomaly(outcome, &pages)).collect()
}

fn anomaly(outcome: Option<&ReadingOutcome>, pages: &[usize]) -> Anomaly {
    let place = runs(pages);
    let (subject, is_one) =
        if pages.len() == 1 { (format!("Page {place}"), true) } else { (format!("Pages {place}"), false) };
    let (kind, hint) = match outcome {
        Some(ReadingOutcome::Read { by }) => {
            let told = if is_one { "was read from its image" } else { "were read from their images" };
            let hint = format!(
                "{subject} {told} by {by}: words may be misread, so no error is reported because of them"
            );
            (AnomalyKind::PageReadFromImage, hint)
        }
        Some(ReadingOutcome::Failed { .. }) | None => {
            let told = if is_one {
                "holds no text that can be read, as a scan does: nothing on it is checked"
            } else {
                "hold no text that can be read, as scans do: nothing on them is checked"
            };
            let why = match outcome {
                Some(ReadingOutcome::Failed { reason }) => format!(" ({reason})"),
                _ => String::new(),
            };
            (AnomalyKind::PageWithoutText, format!("{subject} {told}{why}"))
        }
    };
    Anomaly { kind, severity: Severity::Warning, place, hint }
}

/// `3–5, 7`.
fn runs(numbers: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => runs.push((*number, *number)),
        }
    }
    let told = runs.iter().map(
        |(first, last)| {
            if first == last { first.to_string() } else { format!("{first}–{last}") }
        },
    );
    told.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::text_layer::PdfItem;
    use super::super::{TranscribedBlock, TranscribedKind};
    use super::*;

    fn layer(are_read: &[bool]) -> PdfText {
        let page = |is_read: &bool| {
            let text =
                if *is_read { "Weirs are old. ".repeat(20) } else { "Downloaded from a library".to_owned() };
            PdfPage { items: vec![PdfItem { text, ..PdfItem::default() }], ..PdfPage::default() }
        };
        PdfText { pages: are_read.iter().map(page).collect(), ..PdfText::default() }
    }

    fn told(are_read: &[bool]) -> Option<(String, String)> {
        named(&layer(are_read)).into_iter().next().map(|anomaly| (anomaly.place, anomaly.hint))
    }

    #[test]
    fn pages_that_hold_no_text_are_named_by_their_numbers() {
        assert_eq!(told(&[true, true]), None);
        let (place, hint) = told(&[true, true, false, false, false, true, false]).unwrap();
        assert_eq!(place, "3–5, 7");
        assert!(hint.starts_with("Pages 3–5, 7 hold no text"), "{hint}");
        let (place, hint) = told(&[true, false]).unwrap();
        assert_eq!(place, "2");
        assert!(hint.starts_with("Page 2 holds no text"), "{hint}");
    }

    #[test]
    fn what_came_of_reading_images_is_told_of_each_page() {
        let mut text = layer(&[true, false, false, false, false]);
        assert_eq!(text.pages_without_text().collect::<Vec<_>>(), [1, 2, 3, 4]);
        let words = "Weirs are old. ".repeat(20);
        for page in [1, 2] {
            text.transcribe(
                page,
                &[TranscribedBlock { kind: TranscribedKind::Paragraph, text: words.clone() }],
                "eye-1",
            );
        }
        text.leave_unread(4, "the page is blank");
        let told: Vec<(AnomalyKind, String)> =
            named(&text).into_iter().map(|anomaly| (anomaly.kind, anomaly.hint)).collect();
        let nothing = "holds no text that can be read, as a scan does: nothing on it is checked";
        assert_eq!(
            told,
            [
                (
                    AnomalyKind::PageReadFromImage,
                    "Pages 2–3 were read from their images by eye-1: words may be misread, so no error is reported because of them"
                        .to_owned()
                ),
                (AnomalyKind::PageWithoutText, format!("Page 4 {nothing}")),
                (AnomalyKind::PageWithoutText, format!("Page 5 {nothing} (the page is blank)")),
            ]
        );
    }
}
