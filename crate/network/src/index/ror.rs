//! ROR's data: one array of organisations, one at a time.

use std::fmt;
use std::io::BufRead;

use citelight::sources::dumps::organization;
use serde::de::{Deserializer as _, SeqAccess, Visitor};
use serde_json::Value;

use super::filling::{Filling, ReadError};

pub(super) fn read(input: Box<dyn BufRead>, filling: &mut Filling<'_>) -> Result<(), ReadError> {
    let mut items = Items { filling, failure: None };
    let mut json = serde_json::Deserializer::from_reader(input);
    let read = json.deserialize_seq(&mut items).and_then(|()| json.end());
    match (items.failure, read) {
        (Some(error), _) => Err(error.into()),
        (None, Err(error)) => Err(ReadError::Input(format!("{error}; give the JSON file of ROR's archive"))),
        (None, Ok(())) => Ok(()),
    }
}

struct Items<'a, 'b> {
    filling: &'a mut Filling<'b>,
    failure: Option<rusqlite::Error>,
}

impl<'de> Visitor<'de> for &mut Items<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array of organisations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element::<Value>()? {
            let taken = match organization(&item) {
                Some(organization) => self.filling.organization(&organization),
                None => self.filling.skip(),
            };
            if let Err(error) = taken {
                self.failure = Some(error);
                return Err(serde::de::Error::custom("the index could not take it"));
            }
        }
        Ok(())
    }
}
