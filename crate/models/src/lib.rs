//! Tokenizers and encoders behind the traits of `citelight::verify::models`.
