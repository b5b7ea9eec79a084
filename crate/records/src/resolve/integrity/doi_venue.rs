//! Meetings named by DOIs. Some registrants write a meeting's acronym into the DOIs of its papers, so an entry that names another
//! meeting contradicts itself.

use std::sync::LazyLock;

use regex::Regex;

use super::entry::ParsedEntry;
use super::form::FormError;
use crate::resolve::venue::{VenueMatch, compare_venues, is_known_venue, is_preprint_server, is_workshop};

/// How IEEE, AAAI, IJCAI and the ACL build the DOIs of their meetings. Of IEEE's only those with the number of the meeting: magazines and
/// older journals share the other form, and `10.1109/MM…` is IEEE Micro.
static MEETING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)^10\.(?:1109/([a-z]{2,})\d{4,6}\.(?:19|20)\d\d\.\d+$",
        r"|1609/([a-z]{2,})\.v\d",
        r"|24963/([a-z]{2,})\.(?:19|20)\d\d/",
        r"|18653/v1/(?:19|20)\d\d\.([a-z]{2,})-)",
    ))
    .ok()
});
/// Held as one in some years, with the DOIs of the first.
const HELD_TOGETHER: [&str; 2] = ["IJCAI", "ECAI"];

/// The acronym of the meeting in a DOI, in capitals, where the table of venues knows it.
fn meeting_in(doi: &str) -> Option<String> {
    let found = MEETING.as_ref()?.captures(doi)?;
    let acronym = found.iter().skip(1).flatten().next()?.as_str().to_uppercase();
    is_known_venue(&acronym).then_some(acronym)
}

/// That the entry's DOI is one of another meeting than its venue; none where either is not known, or both may be right.
pub(super) fn other_meeting(claim: &ParsedEntry) -> Option<FormError> {
    let doi = claim.identifiers.doi.as_deref()?;
    let venue = claim.venue.as_deref()?;
    let meeting = meeting_in(doi)?;
    let [first, second] = HELD_TOGETHER;
    let is_joint = meeting == first && compare_venues(second, venue) == VenueMatch::Same;
    let contradicts = is_known_venue(venue)
        && !is_workshop(venue)
        && !is_preprint_server(venue)
        && !is_joint
        && compare_venues(&meeting, venue) == VenueMatch::Different;
    contradicts.then(|| FormError::OtherMeeting { doi: doi.to_owned(), meeting, venue: venue.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::integrity::BibEntry;

    fn told(venue: &str, doi: &str) -> Option<FormError> {
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
    fn a_doi_of_another_meeting_contradicts_the_venue() {
        for (venue, doi) in [
            ("CVPR", "10.1609/AAAI.V35I7.16774"),
            ("Proceedings of the AAAI Conference on Artificial Intelligence", "10.1109/CVPR46437.2021.00143"),
            ("International Conference on Computer Vision", "10.1109/CVPR46437.2021.00143"),
            ("NeurIPS", "10.18653/v1/2021.acl-long.1"),
            ("ICML", "10.24963/ijcai.2021/123"),
            ("ICASSP 2021", "10.1109/ICIP42928.2021.9506310"),
        ] {
            assert!(told(venue, doi).is_some(), "{venue} {doi}");
        }
    }

    #[test]
    fn what_may_be_right_contradicts_nothing() {
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
            ("AAAI/ACM Conference on AI, Ethics, and Society", "10.1609/aies.v7i1.31613"),
            ("Proceedings of the AAAI Conference on Human Computation", "10.1609/hcomp.v9i1.18939"),
            // Magazines and journals.
            ("IEEE Micro", "10.1109/MM.2010.41"),
            ("CVPR", "10.1109/TPAMI.2009.167"),
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
