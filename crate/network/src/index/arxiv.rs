//! arXiv's metadata, line by line.

use std::io::{BufRead, Read as _};

use citelight::sources::dumps::arxiv_record;

use super::filling::{Filling, ReadError};

/// Bytes of a line: the longest have a few thousand authors.
const LONGEST: u64 = 4 << 20;

pub(super) fn read(mut input: Box<dyn BufRead>, filling: &mut Filling<'_>) -> Result<(), ReadError> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let ends = line.last() == Some(&b'\n');
        if !ends && line.len() as u64 == LONGEST {
            return Err(ReadError::Input("a line in it has no end; give one JSON object a line".to_owned()));
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        let Ok(value) = serde_json::from_slice(text) else {
            if !ends {
                return Err(ReadError::Input("it breaks off in its last line; download it again".to_owned()));
            }
            filling.skip()?;
            continue;
        };
        match arxiv_record(&value) {
            Some((record, changed)) => {
                filling.work(&record, changed.map(|day| day.to_string()).as_deref())?
            }
            None => filling.skip()?,
        }
    }
}
