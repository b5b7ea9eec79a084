//! The names of fonts. A drawn glyph does not say which font dictionary it came from; the glyph itself is recognised
//! among those of the page's fonts.

use std::collections::HashMap;

use citelight::document::pdf::PdfFont;
use hayro_font::FontCache;
use hayro_interpret::InterpreterSettings;
use hayro_interpret::font::{Glyph, GlyphIdentifier};
use hayro_interpret::hayro_syntax::object::{Dict, Name, ObjectIdentifier, Stream};
use hayro_interpret::hayro_syntax::page::Resources;

/// Depth of forms inside forms in which fonts are looked for.
const DEEPEST_FORM: usize = 4;

/// Fonts of a page and its forms that are looked at.
const MOST_FONTS: usize = 400;

/// Every font seen so far, and the glyphs that were recognised.
pub(crate) struct Fonts<'a, 's> {
    settings: &'s InterpreterSettings,
    cache: FontCache<'a>,
    list: Vec<PdfFont>,
    positions: HashMap<PdfFont, u32>,
    by_glyph: HashMap<GlyphIdentifier, u32>,
    /// The fonts of the page at hand.
    page: Vec<Candidate<'a>>,
}

/// A font of the page, which a glyph may belong to.
struct Candidate<'a> {
    font: hayro_font::Font<'a>,
    /// Its place in the list.
    place: u32,
    /// The greatest code that it can be asked for.
    last_code: u32,
}

impl<'a, 's> Fonts<'a, 's> {
    pub(crate) fn new(settings: &'s InterpreterSettings) -> Self {
        Self {
            settings,
            cache: FontCache::new(),
            list: Vec::new(),
            positions: HashMap::new(),
            by_glyph: HashMap::new(),
            page: Vec::new(),
        }
    }

    /// Begins a page: its fonts are the candidates from now on.
    pub(crate) fn begin_page(&mut self, resources: &Resources<'a>) {
        let mut dictionaries = Vec::new();
        let mut seen = Vec::new();
        collect(&resources.fonts, &resources.x_objects, 0, &mut seen, &mut dictionaries);
        self.page.clear();
        for dictionary in dictionaries.into_iter().take(MOST_FONTS) {
            let font =
                self.cache.font(&dictionary, &self.settings.font_resolver, &self.settings.cmap_resolver);
            if let Some(font) = font {
                let place = self.place(described(&dictionary));
                self.page.push(Candidate { font, place, last_code: last_code(&dictionary) });
            }
        }
    }

    /// The place in the list of the font that a glyph belongs to.
    pub(crate) fn of(&mut self, glyph: &Glyph<'_>) -> u32 {
        let Glyph::Outline(outline) = glyph else { return self.place(PdfFont::default()) };
        let identifier = outline.identifier();
        if let Some(known) = self.by_glyph.get(&identifier) {
            return *known;
        }
        let code = outline.char_code();
        let found = self.page.iter().filter(|candidate| code <= candidate.last_code).find(|candidate| {
            let own = candidate.font.map_code(code);
            match candidate.font.glyph(own, code) {
                hayro_font::FontGlyph::Outline(glyph) => glyph.identifier() == identifier,
                hayro_font::FontGlyph::Type3(_) => false,
            }
        });
        let found = found.map(|candidate| candidate.place);
        let place = found.unwrap_or_else(|| self.place(PdfFont::default()));
        self.by_glyph.insert(identifier, place);
        place
    }

    pub(crate) fn into_list(self) -> Vec<PdfFont> {
        self.list
    }

    fn place(&mut self, font: PdfFont) -> u32 {
        if let Some(place) = self.positions.get(&font) {
            return *place;
        }
        let place = self.list.len() as u32;
        self.list.push(font.clone());
        self.positions.insert(font, place);
        place
    }
}

/// Font dictionaries of a resource dictionary and of the forms it names.
fn collect<'a>(
    fonts: &Dict<'a>,
    x_objects: &Dict<'a>,
    depth: usize,
    seen: &mut Vec<ObjectIdentifier>,
    found: &mut Vec<Dict<'a>>,
) {
    for name in fonts.keys() {
        found.extend(fonts.get::<Dict<'a>>(name.as_ref()));
    }
    if depth >= DEEPEST_FORM || found.len() >= MOST_FONTS {
        return;
    }
    for name in x_objects.keys() {
        let Some(stream) = x_objects.get::<Stream<'a>>(name.as_ref()) else { continue };
        let dictionary = stream.dict();
        let is_form =
            dictionary.get::<Name<'_>>(b"Subtype").is_some_and(|subtype| subtype.as_str() == "Form");
        if !is_form || seen.contains(&stream.obj_id()) || seen.len() >= MOST_FONTS {
            continue;
        }
        seen.push(stream.obj_id());
        if let Some(resources) = dictionary.get::<Dict<'a>>(b"Resources") {
            let inner = |key: &[u8]| resources.get::<Dict<'a>>(key).unwrap_or_default();
            collect(&inner(b"Font"), &inner(b"XObject"), depth + 1, seen, found);
        }
    }
}

/// The greatest code of a font. Composite fonts have codes of several bytes; all others read one byte, and would take
/// the last byte of a longer code for the whole of it.
fn last_code(dictionary: &Dict<'_>) -> u32 {
    let is_composite = dictionary.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_str() == "Type0");
    if is_composite { u32::MAX } else { u32::from(u8::MAX) }
}

/// What a font dictionary says of its font.
fn described(dictionary: &Dict<'_>) -> PdfFont {
    const ITALIC: u32 = 1 << 6;
    const FORCE_BOLD: u32 = 1 << 18;
    let name = dictionary.get::<Name<'_>>(b"BaseFont");
    let name = name.map(|name| name.as_str().to_owned()).unwrap_or_default();
    let descendant = dictionary
        .get::<hayro_interpret::hayro_syntax::object::Array<'_>>(b"DescendantFonts")
        .and_then(|fonts| fonts.iter::<Dict<'_>>().next());
    let descriptor = dictionary
        .get::<Dict<'_>>(b"FontDescriptor")
        .or_else(|| descendant?.get::<Dict<'_>>(b"FontDescriptor"))
        .unwrap_or_default();
    let flags = descriptor.get::<u32>(b"Flags").unwrap_or_default();
    let weight = descriptor.get::<f32>(b"FontWeight").unwrap_or_default();
    PdfFont {
        name: without_tag(&name).to_owned(),
        bold: flags & FORCE_BOLD != 0 || weight >= 600.0,
        italic: flags & ITALIC != 0,
    }
}

/// `ABCDEF+CMR10` without the six letters that mark a subset.
fn without_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 && tag.bytes().all(|byte| byte.is_ascii_uppercase()) => rest,
        _ => name,
    }
}
