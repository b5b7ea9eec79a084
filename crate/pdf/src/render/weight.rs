//! What a page draws, before it is drawn.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hayro_interpret::font::GlyphRun;
use hayro_interpret::hayro_syntax::page::Page;
use hayro_interpret::kurbo::{BezPath, Rect};
use hayro_interpret::util::TransformExt;
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, interpret_page,
};

/// Paths, glyphs, clips, groups and pictures of a page. A page whose letters are paths has some ten thousand.
const MOST_DRAWN: usize = 60_000;
/// Pixels of one picture, and of all: a scan of A3 at 600 dots to the inch has seventy million.
const MOST_PIXELS: u64 = 150_000_000;

/// Whether a page can be drawn in reasonable time and memory.
pub(super) fn can_be_drawn(page: &Page<'_>, settings: &InterpreterSettings) -> bool {
    let mut weight = Weight { drawn: 0, pixels: 0 };
    let (width, height) = page.render_dimensions();
    let area = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let cache = InterpreterCache::new();
    let counted = catch_unwind(AssertUnwindSafe(|| {
        let transform = page.initial_transform(true).to_kurbo();
        let mut context = Context::new(transform, area, &cache, page.xref(), settings.clone());
        interpret_page(page, &mut context, &mut weight);
    }));
    counted.is_ok()
}

struct Weight {
    drawn: usize,
    pixels: u64,
}

impl Weight {
    fn add(&mut self, drawn: usize, pixels: u64) {
        self.drawn = self.drawn.saturating_add(drawn);
        self.pixels = self.pixels.saturating_add(pixels);
        // A device cannot tell its reader to stop: unwinding is the only way out.
        if self.drawn > MOST_DRAWN || self.pixels > MOST_PIXELS {
            std::panic::resume_unwind(Box::new("too much is drawn"));
        }
    }
}

impl<'a> Device<'a> for Weight {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, 'a>, _: DrawProps<'a>, _: &DrawMode) {
        self.add(run.glyphs().len(), 0);
    }
    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'a>, _: &DrawMode) {
        self.add(1, 0);
    }
    fn push_clip_path(&mut self, _: &ClipPath) {
        self.add(1, 0);
    }
    /// Each needs an image of its own.
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'a>>, _: BlendMode) {
        self.add(20, 0);
    }
    fn draw_image(&mut self, image: Image<'a, '_>, _: ImageDrawProps<'a>) {
        self.add(20, u64::from(image.width()) * u64::from(image.height()));
    }
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
