//! Images that go along with a request, for models that see.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use citelight_types::text::hexadecimal;

/// Bytes of an image at most: larger ones are refused by providers once they are written as base64 (5 MB at the strictest).
pub const MOST_BYTES: usize = 3_750_000;
/// Pixels of the longer side at most: what is larger is made smaller by the common models.
pub const MOST_SIDE: u32 = 1_568;
/// Pixels of a side at least: under it nothing can be read.
const LEAST_SIDE: u32 = 16;

/// How a PNG file begins: its signature, and its first chunk with width and height.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
/// Where the height ends.
const HEAD: usize = SIGNATURE.len() + 8;

/// An image as PNG, of a size that endpoints take.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    png: Arc<[u8]>,
    sha256: String,
    width: u32,
    height: u32,
}

/// Why bytes are no image that can be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// Another format, or cut off.
    #[error("it is no PNG image")]
    NotPng,
    /// Too many bytes.
    #[error("it has {bytes} bytes; endpoints take {MOST_BYTES}")]
    TooManyBytes {
        /// How many it has.
        bytes: usize,
    },
    /// A side is too long or too short.
    #[error("it has {width} × {height} pixels; a side may have {LEAST_SIDE} to {MOST_SIDE}")]
    WrongSize {
        /// From left to right.
        width: u32,
        /// From top to bottom.
        height: u32,
    },
}

impl Image {
    /// An image of the bytes of a PNG file.
    ///
    /// # Errors
    /// [`ImageError`] if they are none, or too large for an endpoint.
    pub fn png(bytes: Vec<u8>) -> Result<Self, ImageError> {
        if bytes.len() > MOST_BYTES {
            return Err(ImageError::TooManyBytes { bytes: bytes.len() });
        }
        let side = |at: usize| -> Option<u32> {
            let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_be_bytes(four))
        };
        let (Some(width), Some(height), true) =
            (side(HEAD - 8), side(HEAD - 4), bytes.starts_with(SIGNATURE))
        else {
            return Err(ImageError::NotPng);
        };
        if [width, height].iter().any(|side| !(LEAST_SIDE..=MOST_SIDE).contains(side)) {
            return Err(ImageError::WrongSize { width, height });
        }
        let sha256 = hexadecimal(Sha256::digest(&bytes));
        Ok(Self { png: bytes.into(), sha256, width, height })
    }

    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.png
    }

    /// SHA-256 of the file: what stands for it in caches and recordings.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Tokens that it takes, estimated: providers count one for 750 to 800 pixels, or fewer for tiles. Some small models bill a
    /// multiple; what the endpoint itself tells takes the place of this as soon as it answered.
    pub fn tokens(&self) -> u32 {
        self.width.saturating_mul(self.height).div_ceil(750)
    }
}

/// Without its bytes, which nobody reads.
impl fmt::Debug for Image {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, sha256, .. } = self;
        write!(f, "Image({width} × {height}, {sha256})")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The head of a PNG file of this size, which is all that is looked at.
    pub(crate) fn head_of_png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = SIGNATURE.to_vec();
        bytes.extend(width.to_be_bytes());
        bytes.extend(height.to_be_bytes());
        bytes.extend(b"\x08\0\0\0\0");
        bytes
    }

    #[test]
    fn only_images_of_a_size_that_endpoints_take_are_sent() {
        let page = Image::png(head_of_png(1_100, 1_568)).unwrap();
        assert_eq!((page.tokens(), page.sha256().len()), (2_300, 64));
        assert_eq!(format!("{page:?}"), format!("Image(1100 × 1568, {})", page.sha256()));
        assert_ne!(page.sha256(), Image::png(head_of_png(1_101, 1_568)).unwrap().sha256());
        assert_eq!(Image::png(b"\xff\xd8\xff\xe0 a JPEG".to_vec()), Err(ImageError::NotPng));
        assert_eq!(Image::png(SIGNATURE.to_vec()), Err(ImageError::NotPng));
        for (width, height) in [(0, 100), (100, 1_569), (u32::MAX, u32::MAX)] {
            let refused = Image::png(head_of_png(width, height));
            assert_eq!(refused, Err(ImageError::WrongSize { width, height }));
        }
        let mut large = head_of_png(1_100, 1_568);
        large.resize(MOST_BYTES + 1, 0);
        assert_eq!(Image::png(large), Err(ImageError::TooManyBytes { bytes: MOST_BYTES + 1 }));
    }
}
