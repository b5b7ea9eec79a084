//! Meetings that stand in DOIs. Some registrants write a meeting's acronym into the DOIs of its papers: an entry that names another
//! meeting contradicts itself, whoever has the work.

use std::sync::LazyLock;

use regex::Regex;

use super::entry::ParsedEntry;
use crate::resolve::venue::{VenueMatch, compare_venues, is_known_venue, is_preprint_server, is_workshop};

/// How IEEE, AAAI, IJCAI and the ACL build the DOIs of their meetings. IEEE's journals have seven digits behind the year and no number
/// behind the acronym.
static MEETING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^10\.(?:1109/(?<ieee>[a-z]{2,})(?:\d{4,6}\.(?:19|20)\d\d\.\d+|\.(?:19|20)\d\d\.\d{1,5})$",
        r"|1609/(?<aaai>[a-z]{2,})\.v\d",
        r"|24963/(?<ijcai>[a-z]{2,})\.(?:19|20)\d\d/",
        r"|18653/v1/(?:19|20)\d\d\.(?<acl>[a-z]{2,})-)",
    ))
    .ok()
});
/// Meetings that were held as one, whose papers bear the DOIs of one of them.
const HELD_TOGETHER: [[&str; 2]; 2] = [["IJCAI", "ECAI"], ["AAAI", "AIES"]];

/// The acronym of the meeting in a DOI, in capitals, where the table of venues knows it.
fn meeting_in(doi: &str) -> Option<String> {
    let found = MEETING.as_ref()?.captures(doi)?;
    let acronym = ["ieee", "aaai", "ijcai", "acl"].iter().find_map(|name| found.name(name))?;
    Some(acronym.as_str().to_uppercase()).filter(|acronym| is_known_venue(acronym))
}

/// That the entry's DOI names another meeting than the entry; none where either is not known, or both may be right.
pub(super) fn other_meeting(claim: &ParsedEntry) -> Option<String> {
    let doi = claim.identifiers.doi.as_deref()?;
    let venue = claim.venue.as_deref()?;
    let meeting = meeting_in(doi)?;
    let may_be_both = is_workshop(venue)
        || is_preprint_server(venue)
        || !is_known_venue(venue)
        || compare_venues(&meeting, venue) != VenueMatch::Different
        || HELD_TOGETHER.iter().any(|both| {
            both.contains(&meeting.as_str())
                && both.iter().any(|one| *one != meeting && compare_venues(one, venue) == VenueMatch::Same)
        });
    (!may_be_both).then(|| format!("The DOI {doi} names {meeting} as the venue; the entry names “{venue}”."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::integrity::BibEntry;

    fn told(venue: &str, doi: &str) -> Option<String> {
        let entry = BibEntry {
            key: "k".to_owned(),
            kind: "inproceedings".to_owned(),
            fields: [("booktitle", venue), ("doi", doi)]
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into(),
        };
        other_meeting(&ParsedEntry::of(&entry))
    }

    #[test]
    fn a_doi_of_another_meeting_is_told() {
        for (venue, doi) in [
            ("CVPR", "10.1609/AAAI.V35I7.16774"),
            ("Proceedings of the AAAI Conference on Artificial Intelligence", "10.1109/CVPR46437.2021.00143"),
            ("International Conference on Computer Vision", "10.1109/CVPR.2016.90"),
            ("NeurIPS", "10.18653/v1/2021.acl-long.1"),
            ("ICML", "10.24963/ijcai.2021/123"),
            ("ICASSP 2021", "10.1109/ICIP42928.2021.9506310"),
        ] {
            let sentence = told(venue, doi).unwrap_or_default();
            assert!(sentence.contains("names") && sentence.contains(venue), "{venue} {doi}: {sentence}");
        }
    }

    #[test]
    fn what_may_be_right_is_not() {
        for (venue, doi) in [
            ("AAAI", "10.1609/aaai.v35i7.16774"),
            ("Thirty-Fifth AAAI Conference on Artificial Intelligence", "10.1609/aaai.v35i7.16774"),
            ("Proceedings of the IEEE/CVF CVPR", "10.1109/cvpr52688.2022.01164"),
            // Its workshops, its journal versions, what the table does not know.
            ("CVPR Workshops", "10.1109/CVPR46437.2021.00143"),
            ("CVPR", "10.1109/CVPRW53098.2021.00143"),
            ("CVPR", "10.1109/TPAMI.2021.3050505"),
            ("ICRA", "10.1109/LRA.2020.3004795"),
            ("Innovative Applications of Artificial Intelligence", "10.1609/aaai.v36i11.21530"),
            ("Findings of ACL", "10.18653/v1/2021.findings-emnlp.12"),
            // Joint meetings.
            ("ECAI", "10.24963/ijcai.2018/12"),
            ("Joint Conference of ACL and IJCNLP", "10.18653/v1/2021.acl-long.1"),
            // Preprints and series of books.
            ("arXiv", "10.1609/aaai.v35i7.16774"),
            ("Lecture Notes in Computer Science", "10.1109/CVPR46437.2021.00143"),
            ("CVPR", "10.1145/3442188.3445922"),
            ("", "10.1609/aaai.v35i7.16774"),
        ] {
            assert_eq!(told(venue, doi), None, "{venue} {doi}");
        }
    }

    /// Names of venues and DOIs as real sources give them for one work.
    fn real_pairs() -> Vec<(String, String)> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/hallmark/world.jsonl");
        let mut pairs = Vec::new();
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let work: serde_json::Value = serde_json::from_str(line).unwrap();
            let doi = work["registered_doi"].as_str();
            for record in work["sources"].as_object().into_iter().flat_map(|sources| sources.values()) {
                let doi = record["doi"].as_str().or(doi);
                pairs.extend(record["venue"].as_str().zip(doi).map(|(v, d)| (v.to_owned(), d.to_owned())));
            }
        }
        pairs
    }

    #[test]
    fn no_record_of_a_real_work_contradicts_its_doi() {
        let pairs = real_pairs();
        let telling = pairs.iter().filter(|(_, doi)| meeting_in(doi).is_some()).count();
        assert!(telling >= 50, "{telling} of {} DOIs name a meeting", pairs.len());
        for (venue, doi) in pairs {
            assert_eq!(told(&venue, &doi), None);
        }
    }
}
