//! From drawn glyphs to pieces of text.

use citelight::document::pdf::PdfItem;
use hayro_interpret::font::{Glyph, GlyphRun};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::hayro_syntax::page::Resources;
use hayro_interpret::kurbo::{Affine, BezPath, Point, Vec2};
use hayro_interpret::{BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, SoftMask};
use unicode_normalization::UnicodeNormalization;

use crate::fonts::Fonts;

/// Gaps between glyphs, as shares of the font size: from `WORD` on there is a space, from `APART` on the text goes on
/// elsewhere, and a step back of more than `BACK` is no kerning.
const WORD: f64 = 0.13;
const APART: f64 = 0.6;
const BACK: f64 = 0.3;

/// Lines that take as long as a form.
const FORM_WEIGHT: usize = 20;

/// A device that keeps the text and draws nothing.
pub(crate) struct Collector<'f, 'a, 's> {
    fonts: &'f mut Fonts<'a, 's>,
    allowance: &'f mut Allowance,
    items: Vec<PdfItem>,
    open: Option<Open>,
    /// First glyph of the run before, to leave out what is drawn twice for a bolder look.
    last_run: Option<(String, Point)>,
}

/// What a file may still draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) glyphs: usize,
    /// Lines, pictures and forms.
    pub(crate) drawings: usize,
}

impl Allowance {
    fn draw(&mut self, weight: usize) {
        self.drawings = self.drawings.saturating_sub(weight);
        self.stop_if_spent();
    }

    fn write(&mut self, glyphs: usize) {
        self.glyphs = self.glyphs.saturating_sub(glyphs);
        self.stop_if_spent();
    }

    /// A device cannot tell its reader to stop: unwinding is the only way out, and whoever began catches it.
    fn stop_if_spent(&self) {
        if self.glyphs == 0 || self.drawings == 0 {
            std::panic::resume_unwind(Box::new(*self));
        }
    }
}

/// A piece of text that is being collected.
struct Open {
    text: String,
    start: Point,
    end: Point,
    direction: Vec2,
    size: f64,
    font: u32,
}

/// One glyph on the page.
struct Placed {
    text: String,
    origin: Point,
    advance: f64,
    direction: Vec2,
    size: f64,
    font: u32,
}

impl<'f, 'a, 's> Collector<'f, 'a, 's> {
    pub(crate) fn new(
        fonts: &'f mut Fonts<'a, 's>,
        allowance: &'f mut Allowance,
        resources: &Resources<'a>,
    ) -> Self {
        fonts.begin_page(resources);
        Self { fonts, allowance, items: Vec::new(), open: None, last_run: None }
    }

    pub(crate) fn finish(&mut self) -> Vec<PdfItem> {
        self.flush(true);
        std::mem::take(&mut self.items)
    }

    fn flush(&mut self, end_of_line: bool) {
        let Some(open) = self.open.take() else { return };
        let text = open.text.trim_end();
        if text.is_empty() {
            return;
        }
        let angle = open.direction.atan2().to_degrees();
        self.items.push(PdfItem {
            text: text.to_owned(),
            x: rounded(open.start.x),
            y: rounded(open.start.y),
            width: rounded((open.end - open.start).dot(open.direction)),
            size: rounded(open.size),
            font: open.font,
            angle: if angle.abs() < 0.05 { 0.0 } else { rounded(angle) },
            end_of_line,
        });
    }

    fn add(&mut self, glyph: Placed) {
        let is_space = glyph.text.chars().all(char::is_whitespace);
        let end = glyph.origin + glyph.direction * glyph.advance;
        if let Some(open) = &mut self.open {
            let step = glyph.origin - open.end;
            let along = step.dot(open.direction);
            let across = step.cross(open.direction).abs();
            let level = across <= 0.04 * open.size;
            let same_font = glyph.font == open.font
                && (glyph.size - open.size).abs() <= 0.01 * open.size
                && glyph.direction.dot(open.direction) > 0.999;
            if level && along > -BACK * open.size && along < APART * open.size && (same_font || is_space) {
                if (along > WORD * open.size || is_space) && !open.text.ends_with(' ') {
                    open.text.push(' ');
                }
                if !is_space {
                    open.text.push_str(&glyph.text);
                    open.end = end;
                }
                return;
            }
            let on_line = across < 0.8 * open.size && along > -open.size;
            self.flush(!on_line);
        }
        if !is_space {
            self.open = Some(Open {
                text: glyph.text,
                start: glyph.origin,
                end,
                direction: glyph.direction,
                size: glyph.size,
                font: glyph.font,
            });
        }
    }

    fn place(&mut self, glyph: &Glyph<'_>, transform: Affine) -> Option<Placed> {
        let text = match glyph.as_unicode() {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(text)) => text,
            None => '\u{fffd}'.to_string(),
        };
        let advance = match glyph {
            Glyph::Outline(outline) => outline.advance_width(),
            Glyph::Type3(type3) => type3.advance_width(),
        };
        // Glyph space has 1000 units to the em.
        let [a, b, c, d, x, y] = transform.as_coeffs();
        let along = Vec2::new(a, b) * 1000.0;
        let up = Vec2::new(c, d) * 1000.0;
        let (length, size) = (along.hypot(), up.hypot());
        if !(length > 1e-3
            && size > 1e-3
            && length.is_finite()
            && size.is_finite()
            && x.is_finite()
            && y.is_finite())
        {
            return None;
        }
        Some(Placed {
            text: spelled_out(&text),
            origin: Point::new(x, y),
            advance: f64::from(advance.unwrap_or_default()) / 1000.0 * length,
            direction: along / length,
            size,
            font: self.fonts.of(glyph),
        })
    }
}

impl<'a> Device<'a> for Collector<'_, 'a, '_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, props: DrawProps<'a>, _: &DrawMode) {
        self.allowance.write(run.glyphs().len());
        let placed: Vec<Placed> = run
            .glyphs()
            .iter()
            .filter_map(|glyph| self.place(glyph, props.transform * glyph.transform()))
            .collect();
        let Some(first) = placed.first() else { return };
        let text: String = placed.iter().map(|glyph| glyph.text.as_str()).collect();
        let repeats = self
            .last_run
            .as_ref()
            .is_some_and(|(last, at)| *last == text && (*at - first.origin).hypot() < 0.05 * first.size);
        self.last_run = Some((text, first.origin));
        if !repeats {
            placed.into_iter().for_each(|glyph| self.add(glyph));
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.allowance.draw(1);
    }
    /// Each form begins with one.
    fn push_clip_path(&mut self, _: &ClipPath) {
        self.allowance.draw(FORM_WEIGHT);
    }
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.allowance.draw(1);
    }
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}

/// Ligatures and presentation forms as the letters they stand for, as pdf.js does; superscript digits and other
/// compatibility characters stay what they are.
fn spelled_out(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let is_form = matches!(c, '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}');
            if is_form { c.to_string().nfkc().collect::<Vec<_>>() } else { vec![c] }
        })
        .filter(|c| !c.is_control() || c.is_whitespace())
        .collect()
}

/// Hundredths of a point are finer than any eye.
fn rounded(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}
