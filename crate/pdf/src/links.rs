//! Links inside the file: boxes on pages, and the places they lead to.

use std::collections::HashMap;

use citelight::document::pdf::{PdfLink, PdfPage};
use hayro_interpret::hayro_syntax::Pdf;
use hayro_interpret::hayro_syntax::object::{
    Array, Dict, MaybeRef, Name, Object, ObjectIdentifier, String as PdfString,
};
use hayro_interpret::kurbo::{Affine, Point, Rect};
use hayro_interpret::util::TransformExt;

/// Nodes of the tree of names that are visited.
const MOST_NODES: usize = 50_000;

/// Where a link may lead.
#[derive(Clone, Copy, Debug)]
struct Place {
    page: u32,
    left: Option<f32>,
    top: Option<f32>,
}

/// Fills the links of every page.
pub(crate) fn fill(pdf: &Pdf, pages: &mut [PdfPage]) {
    let views: Vec<Affine> =
        pdf.pages().iter().map(|page| page.initial_transform(false).to_kurbo()).collect();
    let numbers: HashMap<ObjectIdentifier, u32> = pdf
        .pages()
        .iter()
        .zip(0_u32..)
        .filter_map(|(page, number)| Some((page.raw().obj_id()?, number)))
        .collect();
    let targets = Targets { numbers, views: &views };
    let named = named(pdf, &targets);
    for ((page, out), view) in pdf.pages().iter().zip(pages).zip(&views) {
        let Some(annotations) = page.raw().get::<Array<'_>>(b"Annots") else { continue };
        for annotation in annotations.iter::<Dict<'_>>() {
            let is_link = annotation.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_str() == "Link");
            let Some(area) = is_link.then(|| annotation.get::<[f64; 4]>(b"Rect")).flatten() else { continue };
            let Some((name, place)) = destination(&annotation, &targets, &named) else { continue };
            let area = view.transform_rect_bbox(Rect::new(area[0], area[1], area[2], area[3]).abs());
            out.links.push(PdfLink {
                x: area.x0 as f32,
                y: area.y0 as f32,
                width: area.width() as f32,
                height: area.height() as f32,
                name,
                page: place.page,
                left: place.left,
                top: place.top,
            });
        }
    }
}

/// What pages are called, and how they are turned.
struct Targets<'v> {
    numbers: HashMap<ObjectIdentifier, u32>,
    views: &'v [Affine],
}

impl Targets<'_> {
    /// Reads `[page /XYZ left top zoom]`.
    fn place(&self, array: &Array<'_>) -> Option<Place> {
        let mut parts = array.raw_iter();
        let page = match parts.next()? {
            MaybeRef::Ref(reference) => *self.numbers.get(&ObjectIdentifier::from(reference))?,
            MaybeRef::NotRef(Object::Number(number)) => u32::try_from(number.as_i64()).ok()?,
            MaybeRef::NotRef(_) => return None,
        };
        let numbers: Vec<Option<f64>> = array
            .iter::<Object<'_>>()
            .skip(2)
            .map(|part| match part {
                Object::Number(number) => Some(number.as_f64()),
                _ => None,
            })
            .collect();
        let kind = array.iter::<Object<'_>>().nth(1).and_then(Object::into_name);
        let at = |index: usize| numbers.get(index).copied().flatten();
        let (left, top) = match kind.as_ref().map(Name::as_str) {
            Some("XYZ") => (at(0), at(1)),
            Some("FitH" | "FitBH") => (None, at(0)),
            Some("FitR") => (at(0), at(3)),
            _ => (None, None),
        };
        let view = self.views.get(page as usize)?;
        let point = *view * Point::new(left.unwrap_or_default(), top.unwrap_or_default());
        Some(Place { page, left: left.map(|_| point.x as f32), top: top.map(|_| point.y as f32) })
    }
}

/// The place that a link annotation leads to, with its name if it has one.
fn destination(
    annotation: &Dict<'_>,
    targets: &Targets<'_>,
    named: &HashMap<Vec<u8>, Place>,
) -> Option<(Option<String>, Place)> {
    let action = annotation.get::<Dict<'_>>(b"A");
    let goes = action
        .as_ref()
        .filter(|action| action.get::<Name<'_>>(b"S").is_some_and(|kind| kind.as_str() == "GoTo"));
    let target = annotation
        .get::<Object<'_>>(b"Dest")
        .or_else(|| goes.and_then(|action| action.get::<Object<'_>>(b"D")))?;
    let by_name = |name: &[u8]| Some((Some(text_string(name)), *named.get(name)?));
    match target {
        Object::Array(array) => Some((None, targets.place(&array)?)),
        Object::String(name) => by_name(name.as_bytes()),
        Object::Name(name) => by_name(name.as_ref()),
        _ => None,
    }
}

/// Every named destination of the file.
fn named(pdf: &Pdf, targets: &Targets<'_>) -> HashMap<Vec<u8>, Place> {
    let mut found = HashMap::new();
    let Some(root) = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()) else { return found };
    let mut insert = |name: &[u8], value: Option<Object<'_>>| {
        let array = match value {
            Some(Object::Array(array)) => Some(array),
            Some(Object::Dict(dictionary)) => dictionary.get::<Array<'_>>(b"D"),
            _ => None,
        };
        if let Some(place) = array.and_then(|array| targets.place(&array)) {
            found.insert(name.to_vec(), place);
        }
    };
    if let Some(old) = root.get::<Dict<'_>>(b"Dests") {
        for name in old.keys() {
            insert(name.as_ref(), old.get::<Object<'_>>(name.as_ref()));
        }
    }
    let tree = root.get::<Dict<'_>>(b"Names").and_then(|names| names.get::<Dict<'_>>(b"Dests"));
    let mut open: Vec<Dict<'_>> = tree.into_iter().collect();
    let mut visited = 0;
    while let Some(node) = open.pop() {
        visited += 1;
        if visited > MOST_NODES {
            break;
        }
        if let Some(names) = node.get::<Array<'_>>(b"Names") {
            let mut pairs = names.iter::<Object<'_>>();
            while let (Some(name), Some(value)) = (pairs.next(), pairs.next()) {
                if let Object::String(name) = name {
                    let name: PdfString<'_> = name;
                    insert(name.as_bytes(), Some(value));
                }
            }
        }
        if let Some(kids) = node.get::<Array<'_>>(b"Kids") {
            open.extend(kids.iter::<Dict<'_>>());
        }
    }
    found
}

/// A text string of a PDF: UTF-16 with its mark, else read byte by byte.
pub(crate) fn text_string(bytes: &[u8]) -> String {
    let text: String = match bytes {
        [0xfe, 0xff, rest @ ..] => {
            let units = rest.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect()
        }
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        },
    };
    text.trim().to_owned()
}
