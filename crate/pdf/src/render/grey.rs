//! Images in shades of grey.

use png::{BitDepth, ColorType, Encoder, EncodingError};

/// An image in shades of grey.
pub(crate) struct Grey {
    pub(crate) width: usize,
    /// Row by row from above.
    pub(crate) pixels: Vec<u8>,
}

impl Grey {
    /// Whether nothing can be seen on it.
    pub(crate) fn is_blank(&self) -> bool {
        self.pixels.iter().all(|pixel| *pixel > 250) || self.pixels.iter().all(|pixel| *pixel < 5)
    }

    /// A PNG file of it.
    ///
    /// # Errors
    /// [`EncodingError`] for an image without pixels.
    pub(crate) fn png(&self) -> Result<Vec<u8>, EncodingError> {
        let height = self.pixels.len() / self.width.max(1);
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, height as u32);
        encoder.set_color(ColorType::Grayscale);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels)?;
        writer.finish()?;
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn the_pixels_come_back() {
        let pixels: Vec<u8> = (0..60_u8).map(|value| value.wrapping_mul(37)).collect();
        let file = Grey { width: 10, pixels: pixels.clone() }.png().unwrap();
        let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
        let mut back = vec![0; 60];
        let frame = reader.next_frame(&mut back).unwrap();
        assert_eq!((frame.width, frame.height, back), (10, 6, pixels));
        assert!(Grey { width: 0, pixels: Vec::new() }.png().is_err());
    }
}
