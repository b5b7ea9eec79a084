//! The one search that a prompt may show from beginning to end (CiteME, section 3: searching, reading, searching again),
//! in the form of our own actions. Its excerpt is that of the paper's Appendix E.

use super::settings::Commands;

const EXCERPT: &str = "The standard color augmentation in [·] is used. We adopt batch normalization (BN) [CITATION] right \
                       after each convolution and before activation.";

const SEARCH: &str = r#"{"action": "search", "query": "normalization after convolution before activation", "sort": "relevance", "why": "The excerpt says where the normalization stands."}
Found: p1 Comparison of normalization algorithms for cross-batch color segmentation of histopathological images; p2 Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift"#;

const READ: &str = r#"{"action": "read", "id": "p2", "page": 1, "why": "Its title names the method; the text should say where it is put."}
Text: Training Deep Neural Networks is complicated by the fact that the distribution of each layer's inputs changes during training, as the parameters of the previous layers change. …"#;

const AGAIN: &str = r#"{"action": "search", "query": "batch normalization", "sort": "citations", "why": "Another work may have proposed it earlier."}
Found: p2 Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift"#;

const SELECT: &str = r#"{"action": "select", "id": "p2", "why": "It proposes batch normalization, and no other work found does."}"#;

const NAME: &str = r#"{"title": "Batch Normalization: Accelerating Deep Network Training by Reducing Internal Covariate Shift", "why": "It proposes batch normalization."}"#;

/// The demonstration for what is open, to be put after the instructions.
pub(super) fn of_search(commands: Commands) -> String {
    let steps: &[&str] = match commands {
        Commands::SearchAndRead => &[SEARCH, READ, AGAIN, SELECT],
        Commands::SearchOnly => &[SEARCH, AGAIN, SELECT],
    };
    shown(steps)
}

/// The demonstration of an answer from memory.
pub(super) fn of_recall() -> String {
    shown(&[NAME])
}

fn shown(steps: &[&str]) -> String {
    format!("\n\nAn example for another excerpt.\nExcerpt: {EXCERPT}\n{}", steps.join("\n"))
}
