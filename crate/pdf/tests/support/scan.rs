//! PDF files made in a test: pages of text, and pages that are an image of one, as a scanner makes them.

#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "helpers of tests stop the test, and not each test needs all"
)]

use std::fmt::Write;

use citelight_pdf::render::render_page;

/// Where the lines of a page begin, and how far they are apart.
const LEFT: f32 = 60.0;
const TOP: f32 = 740.0;
const LEADING: f32 = 14.0;

/// A page of a file.
#[derive(Clone)]
pub(crate) enum Page {
    /// Lines in Times, those that begin with `# ` as headings.
    Text(Vec<&'static str>),
    /// The same lines as a picture.
    Scan(Vec<&'static str>),
    /// An empty sheet.
    Blank,
}

/// A file of these pages.
pub(crate) fn pdf(pages: &[Page]) -> Vec<u8> {
    let drawn: Vec<Drawn> = pages
        .iter()
        .map(|page| match page {
            Page::Text(lines) => Drawn::Operators(lines_drawn(lines)),
            Page::Blank => Drawn::Operators(String::new()),
            Page::Scan(lines) => {
                let printed = file(&[Drawn::Operators(lines_drawn(lines))]);
                Drawn::Picture(render_page(&printed, 0).unwrap().png)
            }
        })
        .collect();
    file(&drawn)
}

enum Drawn {
    Operators(String),
    Picture(Vec<u8>),
}

fn lines_drawn(lines: &[&str]) -> String {
    let mut drawn = String::new();
    for (row, line) in lines.iter().enumerate() {
        let (font, text) = line.strip_prefix("# ").map_or(("/F1 11", *line), |heading| ("/F2 14", heading));
        let text = text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        let y = TOP - LEADING * row as f32;
        writeln!(drawn, "BT {font} Tf 1 0 0 1 {LEFT} {y} Tm ({text}) Tj ET").unwrap();
    }
    drawn
}

fn file(pages: &[Drawn]) -> Vec<u8> {
    let fonts = "<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >> \
                 /F2 << /Type /Font /Subtype /Type1 /BaseFont /Times-Bold >> >>";
    let kids: String = (0..pages.len()).map(|index| format!("{} 0 R ", 3 + 3 * index)).collect();
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()).into_bytes(),
    ];
    for (index, page) in pages.iter().enumerate() {
        let (contents, picture) = (4 + 3 * index, 5 + 3 * index);
        objects.push(
            format!(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {contents} 0 R \
                 /Resources << /Font {fonts} /XObject << /P {picture} 0 R >> >> >>"
            )
            .into_bytes(),
        );
        match page {
            Drawn::Operators(operators) => {
                objects.push(stream("", operators.as_bytes()));
                objects.push(b"null".to_vec());
            }
            Drawn::Picture(png) => {
                objects.push(stream("", b"q 612 0 0 792 0 0 cm /P Do Q"));
                objects.push(picture_of(png));
            }
        }
    }
    let mut bytes = b"%PDF-1.5\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n", index + 1).into_bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let table = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).into_bytes());
    places.iter().for_each(|place| bytes.extend(format!("{place:010} 00000 n \n").into_bytes()));
    let size = places.len() + 1;
    bytes.extend(format!("trailer << /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").into_bytes());
    bytes
}

fn stream(entries: &str, data: &[u8]) -> Vec<u8> {
    let mut object = format!("<< {entries} /Length {} >>\nstream\n", data.len()).into_bytes();
    object.extend(data);
    object.extend(b"\nendstream");
    object
}

/// A PNG file as a picture: both know its compression.
fn picture_of(png: &[u8]) -> Vec<u8> {
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let (width, height, length) = (number(16), number(20), number(33) as usize);
    let entries = format!(
        "/Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 8 \
         /Filter /FlateDecode /DecodeParms << /Predictor 15 /Colors 1 /BitsPerComponent 8 /Columns {width} >>"
    );
    stream(&entries, &png[41..41 + length])
}
