//! What models are asked when miscitations are made and graded: prompts with their answers, as the product's own (`citelight::llm`).

pub mod baseline;
pub mod grading;
pub mod miscitation;
pub mod validation;
