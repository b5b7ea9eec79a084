//! Whether two names are one person's: only where that is beyond doubt.

use serde::{Deserialize, Serialize};

use citelight_types::text::normalise::fold;

/// Somebody who writes or reviews papers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(default)]
pub struct Scholar {
    /// The name as it is shown.
    pub name: String,
    /// Id of the public profile (`~Ada_Author1`), where one is shown.
    pub id: Option<String>,
    /// Other names that the profile lists.
    pub other_names: Vec<String>,
    /// Other ids of the same profile: people change their names, and profiles are merged.
    pub other_ids: Vec<String>,
    /// Where they work and worked.
    pub affiliations: Vec<Affiliation>,
    /// Whom their profile names as advisors, co-workers, family.
    pub relations: Vec<ProfileRelation>,
}

/// An address at an institution.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(default)]
pub struct Affiliation {
    /// The domain of its addresses: `cs.example.edu`.
    pub domain: String,
    /// Whether the profile says when: an address of mail alone has no dates.
    pub is_dated: bool,
    /// The last year; none if it goes on, or if nothing is known.
    pub until: Option<i32>,
}

/// Somebody whom a profile names as related.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(default)]
pub struct ProfileRelation {
    /// Their name.
    pub name: String,
    /// Their profile, where one is named.
    pub id: Option<String>,
    /// What they are, as the profile has it: `PhD Advisor`.
    pub kind: String,
    /// The last year; none if it goes on, or if nothing is known.
    pub until: Option<i32>,
}

impl Scholar {
    /// Somebody of whom the name is known alone.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Whether both are the same person beyond doubt: by their profiles where both have one, else by first and last name, both
    /// written out. Initials decide nothing.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.sameness(other).is_some()
    }

    /// What tells that both are the same person; none if nothing does.
    pub fn sameness(&self, other: &Self) -> Option<Sameness> {
        if self.id.is_some() && other.id.is_some() {
            let is_one = self.ids().any(|one| other.ids().any(|other| one == other));
            return is_one.then_some(Sameness::Profile);
        }
        let names: Vec<_> = other.names().filter_map(ends).collect();
        self.names().filter_map(ends).any(|one| names.contains(&one)).then_some(Sameness::Name)
    }

    fn ids(&self) -> impl Iterator<Item = &String> {
        self.id.iter().chain(&self.other_ids)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.name).chain(&self.other_names).map(String::as_str)
    }
}

/// What tells that two are one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sameness {
    /// Their names alone: namesakes exist.
    Name,
    /// Their profile.
    Profile,
}

/// First and last word of a name; none if one of them is an initial, or there is one word alone.
fn ends(name: &str) -> Option<(String, String)> {
    let folded = fold(name);
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let (first, last) = (words.first()?, words.last()?);
    let written_out = |word: &str| word.chars().count() > 1;
    (words.len() > 1 && written_out(first) && written_out(last))
        .then(|| ((*first).to_owned(), (*last).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_id(name: &str, id: &str) -> Scholar {
        Scholar { id: Some(id.to_owned()), ..Scholar::named(name) }
    }

    #[test]
    fn names_written_out_are_compared_and_initials_decide_nothing() {
        assert!(Scholar::named("Zoë Q. Müller").is_same_as(&Scholar::named("Zoe Muller")));
        assert!(!Scholar::named("Z. Müller").is_same_as(&Scholar::named("Zoe Müller")));
        assert!(!Scholar::named("Z. Müller").is_same_as(&Scholar::named("Z. Müller")));
        assert!(!Scholar::named("Madonna").is_same_as(&Scholar::named("Madonna")));
        assert!(!Scholar::named("").is_same_as(&Scholar::named("")));
    }

    #[test]
    fn profiles_come_before_names() {
        assert!(!with_id("Wei Wang", "~Wei_Wang1").is_same_as(&with_id("Wei Wang", "~Wei_Wang7")));
        assert!(with_id("Ann Old", "~Ann_Old1").is_same_as(&with_id("Ann New", "~Ann_Old1")));
        assert!(with_id("Wei Wang", "~Wei_Wang1").is_same_as(&Scholar::named("Wei Wang")));
    }

    #[test]
    fn a_profile_may_have_several_ids_and_names() {
        let ann = Scholar {
            other_ids: vec!["~Ann_New1".into()],
            other_names: vec!["Ann New".into()],
            ..with_id("Ann Old", "~Ann_Old1")
        };
        assert_eq!(ann.sameness(&with_id("Ann New", "~Ann_New1")), Some(Sameness::Profile));
        assert_eq!(ann.sameness(&Scholar::named("Ann New")), Some(Sameness::Name));
        assert_eq!(with_id("Ann New", "~Ann_New2").sameness(&ann), None);
    }
}
