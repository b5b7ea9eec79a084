//! Sentence segmentation of scholarly text.
