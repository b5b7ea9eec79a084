//! The arithmetic: what is computed on rows of numbers, without knowing of models.

pub(crate) mod attention;
pub(crate) mod functions;
pub(crate) mod multiply;
pub(crate) mod norm;
pub(crate) mod products;
pub(crate) mod rounding;
