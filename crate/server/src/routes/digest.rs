//! Hashes, under which bodies and secrets are kept.

use citelight::text::hexadecimal;
use sha2::{Digest, Sha256};

/// SHA-256, hexadecimal.
pub(super) fn digest(bytes: &[u8]) -> String {
    hexadecimal(Sha256::digest(bytes))
}
