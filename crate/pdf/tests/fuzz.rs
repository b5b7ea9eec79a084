//! Mutated PDF files through the extractor and the parser behind it: none may crash, overflow the stack, take over two seconds or
//! over 512 MB. `./build.sh fuzz` goes on longer than the few seconds of `cargo test` (tests/fuzz/README.md).

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight::document::pdf::parse_pdf;
use citelight_pdf::extract;

#[path = "../../core/tests/fuzz/harness/mod.rs"]
mod harness;

use harness::{Runner, Seeds, Target, try_all};

/// A file whose objects lie open, which those of TeX are not: what its mutations change is read.
const PLAIN: &str = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[6 0 R]/Resources<</Font<</F1 5 0 R>>/XObject<</X 7 0 R>>>>>>endobj\n\
    4 0 obj<</Length 81>>stream\nBT /F1 12 Tf 72 720 Td (Oak lasts in rivers [1].) Tj 0 -14 Td [(A)-20(B)]TJ ET /X Do\nendstream endobj\n\
    5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/Widths[278 278]>>endobj\n\
    6 0 obj<</Type/Annot/Subtype/Link/Rect[72 700 90 730]/Dest[3 0 R/XYZ 72 300 null]>>endobj\n\
    7 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 7 0 R>>>>/Length 5>>stream\n/X Do\nendstream endobj\n\
    trailer<</Root 1 0 R/Size 8>>\nstartxref\n0\n%%EOF\n";

#[test]
fn mutated_files_do_no_harm() {
    let targets = [
        Target::of_bytes(
            "pdf/files",
            Seeds::fixtures(&["pdf/two-column.pdf", "pdf/author-year.pdf", "pdf/superscript.pdf"]),
            try_file,
        ),
        Target::of_bytes("pdf/plain", Seeds::new([PLAIN]), try_file),
    ];
    try_all(&targets, 200, &mut Runner::new());
}

/// What is drawn on a page that nobody can measure is left out.
fn try_file(bytes: &[u8]) -> Result<(), String> {
    let Ok(text) = extract(bytes) else { return Ok(()) };
    let items = text.pages.iter().flat_map(|page| &page.items);
    if let Some(item) =
        items.clone().find(|item| ![item.x, item.y, item.width, item.size].iter().all(|n| n.is_finite()))
    {
        return Err(format!("gave a piece without a place: {item:?}"));
    }
    if let Some(item) = items.clone().find(|item| item.font as usize >= text.fonts.len()) {
        return Err(format!("gave a piece in no font: {item:?}"));
    }
    let _ = parse_pdf(&text, "fuzz.pdf", false);
    Ok(())
}
