//! Crossref's description of a work, which CSL-JSON shares: the one reader for both.

use serde_json::Value;

use super::editorial::{EditorialNotice, NoticeKind, status_of};
use super::json::{at, first_text, list, number, scalar, text};
use super::links::{CitedWork, LocationFormat, OpenLocation, VersionLink, VersionRelation, add_locations};
use super::plain::{plain, some_plain};
use super::title_marks::split_fate;
use super::withdrawal::withdrawn_by_abstract;
use super::{Record, WorkKind, people};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, field};
use citelight_types::text::person::Person;

/// References of one work that are kept.
pub(super) const MOST_REFERENCES: usize = 1_000;

/// A work of Crossref's, or an item of CSL-JSON; none if it has neither title nor DOI.
pub(super) fn record(work: &Value, source: &str) -> Option<Record> {
    let mut identifiers = Identifiers::default();
    if let Some(doi) = text(work, &["DOI"]) {
        field::set_doi(&mut identifiers, &doi);
    }
    identifiers.isbn = first_text(work, &["ISBN"]).as_deref().and_then(field::isbn);
    identifiers.pmid = text(work, &["PMID"]).as_deref().and_then(field::pmid);
    identifiers.pmcid = text(work, &["PMCID"]).as_deref().and_then(field::pmcid);
    let (mark, title) = title(work);
    let other_titles = other_titles(work, &title);
    if title.is_empty() && identifiers.doi.is_none() {
        return None;
    }
    let published = published(work);
    let type_name = text(work, &["type"]);
    let notice_for = notice_for(work, identifiers.doi.as_deref());
    let mut notices = notices(work, identifiers.doi.as_deref());
    let kind = kind(work, type_name.as_deref().unwrap_or_default(), !notice_for.is_empty());
    let abstract_text = some_plain(text(work, &["abstract"]).as_deref()).map(without_heading);
    // A notice may bear the mark of the article it is about: it is not retracted itself.
    if let (Some(kind), true) = (mark, notice_for.is_empty()) {
        notices.push(EditorialNotice::by_title(kind));
    }
    if kind == WorkKind::Preprint {
        notices.extend(withdrawn_by_abstract(abstract_text.as_deref()));
    }
    Some(Record {
        id: identifiers.doi.clone().or_else(|| text(work, &["id"])).unwrap_or_default(),
        source: source.to_owned(),
        title,
        other_titles,
        authors: authors(work),
        year: published.map(|date| date.year),
        venue: venue(work),
        venue_short: short_venue(work),
        volume: text(work, &["volume"]),
        issue: text(work, &["issue"]),
        pages: text(work, &["page"]).or_else(|| text(work, &["article-number"])),
        kind,
        status: status_of(&notices),
        publisher: some_plain(text(work, &["publisher"]).as_deref()),
        abstract_text,
        versions: versions(work),
        locations: locations(work),
        references: references(work),
        identifiers,
        type_name,
        last_year: published.and_then(|first| last_year(work).filter(|last| *last > first.year)),
        published,
        version: None,
        updated: None,
        notices,
        notice_for,
    })
}

/// Title and subtitle, and the mark that a retraction put before them. An empty title is left empty.
fn title(work: &Value) -> (Option<NoticeKind>, String) {
    let title = first_text(work, &["title"]).map(|title| plain(&title)).unwrap_or_default();
    let subtitle = first_text(work, &["subtitle"]).map(|title| plain(&title)).unwrap_or_default();
    let (mark, bare) = split_fate(&title);
    // Publishers deposit the subtitle both ways: joined, and again by itself.
    let joined = subtitle.is_empty() || bare.to_lowercase().contains(&subtitle.to_lowercase());
    let title = match (bare.is_empty(), joined) {
        (_, true) => bare.to_owned(),
        (true, false) => subtitle,
        (false, false) => format!("{}: {subtitle}", bare.trim_end_matches([':', ' '])),
    };
    (mark, title)
}

/// Other titles that are registered for the work: in its own language, short, a second one.
fn other_titles(work: &Value, title: &str) -> Vec<String> {
    let (original, short) = (list(work, &["original-title"]), list(work, &["short-title"]));
    let second = list(work, &["title"]).iter().skip(1);
    let mut others: Vec<String> = Vec::new();
    for other in original.iter().chain(short).chain(second).filter_map(scalar).map(|other| plain(&other)) {
        if !other.is_empty() && other != title && !others.contains(&other) {
            others.push(other);
        }
    }
    others
}

fn authors(work: &Value) -> Vec<Person> {
    list(work, &["author"]).iter().filter_map(person).collect()
}

/// A person, an organisation (`name`), or a name that nobody split (`literal`). Suffixes are no part of a name.
fn person(author: &Value) -> Option<Person> {
    let (family, given) = (text(author, &["family"]), text(author, &["given"]));
    let particle = text(author, &["non-dropping-particle"]);
    let family = match (particle, family) {
        (Some(particle), Some(family)) => Some(format!("{particle} {family}")),
        (_, family) => family,
    };
    people::two_names(family.as_deref(), given.as_deref())
        .or_else(|| text(author, &["name"]).and_then(|name| people::two_names(Some(&name), None)))
        .or_else(|| text(author, &["literal"]).and_then(|name| people::full_name(&name)))
}

/// When it was published: the earliest of the dates of publication; the deposit's dates are not.
fn published(work: &Value) -> Option<Date> {
    let fields = ["published-online", "published-print", "published", "issued", "posted", "event-date"];
    let dates = fields.iter().filter_map(|field| at(work, &[field]).and_then(date));
    // `2010` is the same year as `2010-02-06`, said with less: of one year, the fuller date.
    dates.reduce(|first, next| {
        let fuller = next.month.is_some() && first.month.is_none() && next.year == first.year;
        if next.year < first.year
            || fuller
            || (next.year == first.year && both_months(&first, &next) && next < first)
        {
            next
        } else {
            first
        }
    })
}

/// The last year of publication, as a rule that of the issue.
fn last_year(work: &Value) -> Option<i32> {
    let fields = ["published-online", "published-print", "published", "issued"];
    fields.iter().filter_map(|field| at(work, &[field]).and_then(date)).map(|date| date.year).max()
}

fn both_months(first: &Date, next: &Date) -> bool {
    first.month.is_some() && next.month.is_some()
}

/// `{"date-parts": [[2010, 2, 6]]}`, with strings or empty parts at times; CSL also has `raw` and `literal`.
pub(super) fn date(value: &Value) -> Option<Date> {
    let parts = at(value, &["date-parts"]).and_then(|parts| parts.get(0));
    if let Some(parts) = parts.and_then(Value::as_array) {
        let part = |index: usize| parts.get(index).and_then(scalar).and_then(|part| part.parse().ok());
        return part(0).and_then(|year| Date::from_parts(year, part(1), part(2)));
    }
    text(value, &["raw"]).or_else(|| text(value, &["literal"])).as_deref().and_then(Date::from_text)
}

/// The journal or proceedings. Crossref lists the series beside the volume's own title: the longest says most.
fn venue(work: &Value) -> Option<String> {
    let names = list(work, &["container-title"]).iter().filter_map(scalar).map(|name| plain(&name));
    let named = names.filter(|name| !name.is_empty()).max_by_key(|name| name.chars().count());
    named.or_else(|| some_plain(text(work, &["event", "name"]).as_deref()))
}

fn short_venue(work: &Value) -> Option<String> {
    let short = first_text(work, &["short-container-title"])
        .or_else(|| text(work, &["container-title-short"]))
        .or_else(|| text(work, &["event", "acronym"]));
    some_plain(short.as_deref())
}

fn kind(work: &Value, type_name: &str, is_notice: bool) -> WorkKind {
    if is_notice {
        return WorkKind::Editorial;
    }
    match type_name {
        "posted-content" => match text(work, &["subtype"]).as_deref() {
            Some("preprint") | None => WorkKind::Preprint,
            Some(_) => WorkKind::Grey,
        },
        "preprint" => WorkKind::Preprint,
        "review" | "review-article" => WorkKind::Review,
        "editorial" | "letter" | "peer-review" | "entry" => WorkKind::Editorial,
        "book" | "book-chapter" | "book-part" | "book-section" | "book-series" | "book-set"
        | "book-track" | "edited-book" | "monograph" | "reference-book" | "reference-entry" | "chapter"
        | "entry-encyclopedia" => WorkKind::Book,
        "dissertation" | "thesis" | "report" | "report-component" | "report-series" | "standard"
        | "dataset" | "database" | "software" | "component" | "grant" | "webpage" | "post"
        | "post-weblog" | "journal" | "journal-issue" | "journal-volume" | "proceedings"
        | "proceedings-series" | "other" => WorkKind::Grey,
        _ => WorkKind::Research,
    }
}

/// Kinds of updates, as Crossref registers them.
fn update_kind(name: &str) -> Option<NoticeKind> {
    Some(match name.to_ascii_lowercase().replace([' ', '-'], "_").as_str() {
        "retraction" | "removal" => NoticeKind::Retraction,
        "withdrawal" => NoticeKind::Withdrawal,
        "retraction_and_replacement" | "retract_and_replace" | "retraction_and_republication" => {
            NoticeKind::Replacement
        }
        "partial_retraction" => NoticeKind::PartialRetraction,
        "expression_of_concern" | "concern" => NoticeKind::Concern,
        "correction" | "corrigendum" | "erratum" | "err" | "addendum" | "clarification" => {
            NoticeKind::Correction
        }
        "new_version" | "new_edition" => NoticeKind::NewVersion,
        "reinstatement" => NoticeKind::Reinstatement,
        _ => return None,
    })
}

/// Notices about this work: `updated-by`; and `update-to` where a publisher deposited it on the article with the
/// article's own DOI.
fn notices(work: &Value, own: Option<&str>) -> Vec<EditorialNotice> {
    let updates = |field| list(work, &[field]).iter().map(move |update| (field, update));
    let mut notices: Vec<EditorialNotice> = Vec::new();
    for (field, update) in updates("updated-by").chain(updates("update-to")) {
        let target = text(update, &["DOI"]).as_deref().and_then(field::normal);
        let is_own = target.as_deref() == own;
        if field == "update-to" && !is_own {
            continue;
        }
        let Some(kind) = text(update, &["type"]).as_deref().and_then(update_kind) else { continue };
        let label = text(update, &["label"]).unwrap_or_default().to_lowercase();
        let is_replaced =
            kind == NoticeKind::Retraction && ["replac", "republi"].iter().any(|word| label.contains(word));
        let kind = if is_replaced { NoticeKind::Replacement } else { kind };
        let date = at(update, &["updated"]).and_then(date);
        let notice = EditorialNotice::registered(kind, date, target);
        if !notices.contains(&notice) {
            notices.push(notice);
        }
    }
    notices
}

/// What a notice says of other works: the DOI of each, and the notice as it is told there.
pub(super) fn notices_in(work: &Value) -> Vec<(String, EditorialNotice)> {
    let own = text(work, &["DOI"]).as_deref().and_then(field::normal);
    let named = first_text(work, &["title"]).unwrap_or_default().to_lowercase();
    let is_replacement =
        ["retraction and replacement", "retracted and replaced", "retraction and republication"]
            .iter()
            .any(|words| named.contains(words));
    let updates = list(work, &["update-to"]).iter().filter_map(|update| {
        let about = text(update, &["DOI"]).as_deref().and_then(field::normal)?;
        let kind = match text(update, &["type"]).as_deref().and_then(update_kind)? {
            NoticeKind::Retraction if is_replacement => NoticeKind::Replacement,
            kind => kind,
        };
        let date = at(update, &["updated"]).and_then(date).or_else(|| published(work));
        Some((about, EditorialNotice::registered(kind, date, own.clone())))
    });
    updates.collect()
}

/// Works about which this one is a notice: `update-to` with another DOI.
fn notice_for(work: &Value, own: Option<&str>) -> Vec<Identifiers> {
    let updates = list(work, &["update-to"]).iter();
    let about = updates.filter(|update| {
        let kind = text(update, &["type"]).as_deref().and_then(update_kind);
        kind.is_some_and(|kind| kind != NoticeKind::NewVersion)
    });
    let dois = about.filter_map(|update| text(update, &["DOI"]).as_deref().and_then(field::of_doi));
    dois.filter(|identifiers| identifiers.doi.as_deref() != own).collect()
}

/// Other versions, by Crossref's relations.
fn versions(work: &Value) -> Vec<VersionLink> {
    let relations = [
        ("is-preprint-of", VersionRelation::Publication),
        ("has-preprint", VersionRelation::Preprint),
        ("is-manuscript-of", VersionRelation::Publication),
        ("has-manuscript", VersionRelation::Preprint),
        ("is-version-of", VersionRelation::Same),
        ("has-version", VersionRelation::Same),
        ("is-identical-to", VersionRelation::Same),
        ("is-same-as", VersionRelation::Same),
        ("is-translation-of", VersionRelation::Same),
        ("has-translation", VersionRelation::Same),
        ("is-replaced-by", VersionRelation::Newer),
        ("replaces", VersionRelation::Older),
    ];
    let own = text(work, &["DOI"]).as_deref().and_then(field::normal);
    let mut versions = Vec::new();
    for (name, relation) in relations {
        for other in list(work, &["relation", name]) {
            let Some(id) = text(other, &["id"]) else { continue };
            let identifiers = match text(other, &["id-type"]).as_deref() {
                Some("arxiv") => field::arxiv(&id)
                    .map(|arxiv| Identifiers { arxiv: Some(arxiv), ..Identifiers::default() }),
                _ => field::of_doi(&id),
            };
            let link = identifiers
                .filter(|identifiers| identifiers.doi.is_none() || identifiers.doi != own)
                .map(|identifiers| VersionLink { relation, identifiers });
            versions.extend(link.filter(|link| !versions.contains(link)));
        }
    }
    versions
}

/// Full texts that the publisher links under a free licence. Links for other ends are behind agreements.
fn locations(work: &Value) -> Vec<OpenLocation> {
    let licences = list(work, &["license"]).iter().filter_map(|licence| text(licence, &["URL"]));
    let free = licences.into_iter().find(|url| url.contains("creativecommons.org"));
    let Some(licence) = free else { return Vec::new() };
    let mut locations = Vec::new();
    for link in list(work, &["link"]) {
        let format = match text(link, &["content-type"]).as_deref() {
            Some("application/pdf") => LocationFormat::Pdf,
            Some("text/xml" | "application/xml") => LocationFormat::Xml,
            Some("text/html") => LocationFormat::Html,
            _ => LocationFormat::Page,
        };
        let location = text(link, &["URL"]).and_then(|url| OpenLocation::new(&url, format));
        add_locations(
            &mut locations,
            location.map(|location| OpenLocation { licence: Some(licence.clone()), ..location }),
        );
    }
    locations
}

fn references(work: &Value) -> Vec<CitedWork> {
    list(work, &["reference"]).iter().take(MOST_REFERENCES).map(cited).collect()
}

fn cited(reference: &Value) -> CitedWork {
    let identifiers = text(reference, &["DOI"]).as_deref().and_then(field::of_doi).unwrap_or_default();
    let title = text(reference, &["article-title"])
        .or_else(|| text(reference, &["volume-title"]))
        .or_else(|| text(reference, &["series-title"]));
    CitedWork {
        id: None,
        identifiers,
        title: some_plain(title.as_deref()),
        author: some_plain(text(reference, &["author"]).as_deref()),
        year: number(reference, &["year"])
            .or_else(|| text(reference, &["year"])?.get(..4)?.parse().ok())
            .and_then(|year| Date::from_parts(year, None, None))
            .map(|date| date.year),
        text: some_plain(text(reference, &["unstructured"]).as_deref()),
    }
}

/// Deposits begin with the heading of the section.
fn without_heading(text: String) -> String {
    match text.strip_prefix("Abstract ").or_else(|| text.strip_prefix("ABSTRACT ")) {
        Some(rest) => rest.trim_start_matches([':', '.', ' ']).to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn online_first_and_in_print_years_later_are_both_kept() {
        let work = json!({
            "DOI": "10.1007/s10479-020-03685-7",
            "title": ["Impacts of epidemic outbreaks on supply chains"],
            "published-online": {"date-parts": [[2020, 6, 16]]},
            "published-print": {"date-parts": [[2022, 12]]},
            "issued": {"date-parts": [[2020, 6, 16]]},
            "created": {"date-parts": [[2019, 1, 1]]},
            "deposited": {"date-parts": [[2024, 1, 1]]},
            "indexed": {"date-parts": [[2025, 1, 1]]},
        });
        let queiroz = record(&work, "crossref").unwrap();
        assert_eq!(
            (queiroz.year, queiroz.last_year, queiroz.years()),
            (Some(2020), Some(2022), Some((2020, 2022)))
        );
        let years: Vec<i32> = (2018..2026).filter(|year| queiroz.is_of_year(*year)).collect();
        assert_eq!(years, [2020, 2021, 2022]);

        let once = json!({"title": ["A"], "issued": {"date-parts": [[2020]]}});
        let once = record(&once, "crossref").unwrap();
        assert_eq!((once.year, once.last_year), (Some(2020), None));
        // Records that were stored before have no such field.
        let stored = serde_json::to_value(&once).unwrap();
        assert_eq!(stored.get("last_year"), None);
        assert_eq!(serde_json::from_value::<Record>(stored).unwrap(), once);

        // Printed in 1975, scanned in 2010: no year between.
        let scanned = Record { year: Some(1975), last_year: Some(2010), ..Record::default() };
        assert_eq!(scanned.years(), Some((1975, 1975)));
        assert!(scanned.is_of_year(2010) && !scanned.is_of_year(1990));
    }
}
