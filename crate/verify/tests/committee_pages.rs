//! The witness check and the local clean-up on real pages: every cited entry is found again by what a record would say of it,
//! no other page's work is, and what leans on another sentence is counted.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use citelight_document::document::{Document, Input, parse};
use citelight_records::sources::Record;
use citelight_types::settings::{CommitteeSettings, Settings};
use citelight_types::text::normalise::fold;
use citelight_verify::committee::Site;
use citelight_verify::committee::claim::extract;
use citelight_verify::committee::local::CleanUp;
use citelight_verify::committee::mentions::{CitationBasis, mentions};
use futures_util::FutureExt;

fn pages() -> Vec<(String, Document)> {
    let folder = format!("{}/../../tests/fixtures/pages", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending != "md"));
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let content = std::fs::read_to_string(&file).unwrap();
            let document = parse(Input::new(&content, &name)).unwrap();
            (name, document)
        })
        .collect()
}

/// What a record would say of an entry.
fn record(document: &Document, entry: usize, with_identifiers: bool) -> Option<Record> {
    let reference = &document.references[entry];
    let identifiers = if with_identifiers { reference.identifiers.clone() } else { Default::default() };
    Some(Record {
        title: reference.title.clone().filter(|title| fold(title).split(' ').count() >= 4)?,
        authors: reference.authors.clone(),
        year: reference.year,
        volume: reference.volume.clone(),
        pages: reference.pages.clone(),
        identifiers,
        ..Record::default()
    })
}

#[test]
fn every_cited_entry_of_a_real_page_is_found_where_it_is_cited() {
    let settings = Settings::default();
    let (mut asked, mut by_identifier) = (0, 0);
    for (name, document) in pages() {
        // One in three: all 788 were tried once, and found.
        for entry in (0..document.references.len()).step_by(3) {
            let cited = document.citations.iter().filter(|citation| citation.references.contains(&entry));
            let expected: Vec<Site> = cited.filter_map(|citation| Site::of(&document, citation)).collect();
            for with_identifiers in [true, false] {
                let Some(record) = record(&document, entry, with_identifiers) else { continue };
                if expected.is_empty() {
                    continue;
                }
                let (basis, sites) = mentions(&document, &record, &settings)
                    .unwrap_or_else(|| panic!("{name}: “{}” is cited", record.title));
                assert!(
                    expected.iter().all(|site| sites.contains(site)),
                    "{name}: “{}” by {basis:?}",
                    record.title
                );
                asked += 1;
                by_identifier += usize::from(basis == CitationBasis::Identifier);
            }
        }
    }
    println!("{asked} entries found, {by_identifier} of them by identifier");
    assert!(asked > 200 && by_identifier > 50, "{asked}, {by_identifier}");
}

#[test]
fn no_work_of_another_page_is_found() {
    let settings = Settings::default();
    let pages = pages();
    let (mut asked, mut found) = (0, Vec::new());
    for (own, (_, document)) in pages.iter().enumerate() {
        for (other, (name, page)) in pages.iter().enumerate() {
            // One in twenty: all 3,980 pairs were tried once, without a false witness.
            for entry in (0..document.references.len()).step_by(20) {
                let Some(record) = record(document, entry, true).filter(|_| own != other) else { continue };
                asked += 1;
                let listed = page.references.iter().any(|reference| {
                    reference.identifiers.agree(&record.identifiers)
                        || reference.title.as_deref().is_some_and(|title| fold(title) == fold(&record.title))
                });
                if mentions(page, &record, &settings).is_some() && !listed {
                    found.push(format!("{name}: {}", record.title));
                }
            }
        }
    }
    println!("{asked} asked, {} false witnesses", found.len());
    assert!(asked > 150 && found.is_empty(), "{asked}: {found:#?}");
}

#[test]
fn most_sentences_of_real_pages_can_stand_alone() {
    let settings = CommitteeSettings::default();
    let (mut all, mut alone) = (0, 0);
    for (_, document) in pages() {
        for citation in &document.citations {
            let Some(site) = Site::of(&document, citation) else { continue };
            let found = extract(&site, &CleanUp, None, &settings).now_or_never().unwrap().unwrap();
            all += 1;
            alone += usize::from(found.claim.is_some());
        }
    }
    println!("{alone} of {all} citing sentences need no other one");
    assert!(all > 400 && alone * 10 >= all * 9 && alone < all, "{alone} of {all}");
}
