//! The Retraction Watch Database, row by row.

use std::io::BufRead;

use citelight::sources::dumps::RetractionWatchRow;
use csv::{ByteRecord, ReaderBuilder, StringRecord};

use super::filling::{Filling, ReadError};

/// Columns without which it is another file.
const NEEDED: [&str; 3] = ["Title", "OriginalPaperDOI", "RetractionNature"];

pub(super) fn read(input: Box<dyn BufRead>, filling: &mut Filling<'_>) -> Result<(), ReadError> {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(input);
    let broken = |error: csv::Error| ReadError::Input(format!("{error}; download it again"));
    let headers = StringRecord::from_byte_record_lossy(reader.byte_headers().map_err(broken)?.clone());
    if let Some(missing) = NEEDED.iter().find(|name| headers.iter().all(|header| header != **name)) {
        return Err(ReadError::Input(format!("it has no column {missing}; give retraction_watch.csv")));
    }
    let mut row = ByteRecord::new();
    while reader.read_byte_record(&mut row).map_err(broken)? {
        let text = StringRecord::from_byte_record_lossy(row.clone());
        let Ok(entry) = text.deserialize::<RetractionWatchRow>(Some(&headers)) else {
            filling.skip()?;
            continue;
        };
        match (entry.record(), entry.notice()) {
            (Some(record), Some(notice)) => {
                filling.notice(&record, &notice)?;
                filling.work(&record, entry.noticed().map(|day| day.to_string()).as_deref())?;
            }
            _ => filling.skip()?,
        }
    }
    Ok(())
}
