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
    /// Domains of their institutions' addresses: `cs.example.edu`.
    pub domains: Vec<String>,
}

impl Scholar {
    /// Somebody of whom the name is known alone.
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Whether both are the same person beyond doubt: by their profiles where both have one, else by first and last name, both
    /// written out. Initials decide nothing.
    pub fn is_same_as(&self, other: &Self) -> bool {
        if let (Some(one), Some(other)) = (&self.id, &other.id) {
            return one == other;
        }
        match (ends(&self.name), ends(&other.name)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }
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
}
