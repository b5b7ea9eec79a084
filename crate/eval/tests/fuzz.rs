//! Mutated tables, worlds and answers of models through the readers of evaluation: none may crash, take over two seconds or over 512 MB.
//! `./build.sh fuzz` goes on longer than the few seconds of `cargo test` (tests/fuzz/README.md).

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight::finding::Category;
use citelight_eval::citeme::table;
use citelight_eval::hallmark::{World, read_entries};
use citelight_eval::misciting::prompt::miscitation::{self, read_table, write_table};
use citelight_eval::misciting::prompt::{grading, validation};

#[path = "../../core/tests/fuzz/harness/mod.rs"]
mod harness;

use harness::{Runner, Seeds, Target, try_all};

const MISCITATIONS: &str = "Miscitation,Explanation,Correct Statement,Original Text,Miscite Type,Difficulties\n\
    \"Pine [CITATION], they say, outlasts oak.\",Oak does.,Oak outlasts pine [CITATION].,\"Oak \"\"lasted\"\" longer.\",\
    Content Misrepresentation,surface\n'=2 weirs fell.,,Pine fell.,Pine did not last.,Scope Extrapolation,deep\n";

/// An answer to each prompt.
const ANSWERS: [&str; 3] = [
    r#"{"same_reason": true}"#,
    r#"{"suitable": true, "miscitation": "All of the weirs of oak in rivers last [CITATION].", "correct": "Weirs of oak in rivers do last long [CITATION].", "subtype": "overgeneralisation", "quotes": ["oak in rivers"], "explanation": "Not all."}"#,
    r#"{"label": "scope-extrapolation", "quote": "oak in rivers", "rationale": "Not all."}"#,
];

#[test]
fn mutated_evaluation_data_does_no_harm() {
    assert_eq!(read_table(MISCITATIONS).map(|rows| rows.len()), Ok(2));
    let targets = vec![
        Target::of_text("own/questions", Seeds::fixtures(&["attribution/questions.csv"]), |text| {
            let _ = table::read(text);
            Ok(())
        }),
        Target::of_text("own/miscitations", Seeds::new([MISCITATIONS]), try_miscitations),
        Target::of_text("own/world", Seeds::fixtures(&["hallmark/world.jsonl"]), |text| {
            let _ = World::from_json_lines(text);
            Ok(())
        }),
        Target::of_text("own/entries", Seeds::fixtures(&["hallmark/entries.jsonl"]), |text| {
            let _ = read_entries(text);
            Ok(())
        }),
        Target::of_text("evaluation-answers", Seeds::new(ANSWERS), read_answer),
    ];
    try_all(&targets, 60, &mut Runner::new());
}

fn try_miscitations(text: &str) -> Result<(), String> {
    let Ok(rows) = read_table(text) else { return Ok(()) };
    let written = write_table(&rows);
    if read_table(&written).as_ref() == Ok(&rows) {
        Ok(())
    } else {
        Err(format!("is read as another once it is written: {written}"))
    }
}

/// Reads a content as an answer to every prompt.
fn read_answer(content: &str) -> Result<(), String> {
    let texts = ["Weirs of oak in rivers last (Smith, 2020).", "Smith, A. Oak in rivers. 2020."];
    let _ = grading::read(content);
    let judged = validation::Judged { sentence: texts[0], record: texts[1], passages: &texts };
    let _ = validation::read(content, judged);
    made(content, &texts)
}

/// What is read as a miscitation cites once and quotes what is there.
fn made(content: &str, texts: &[&str]) -> Result<(), String> {
    let wanted = miscitation::Wanted {
        category: Category::ScopeExtrapolation,
        depth: miscitation::Depth::Surface,
        work: texts[1],
        authors: "Smith",
        others: "",
        statement: texts[0],
        passages: texts,
    };
    if let Ok(miscitation::Answer::Draft(draft)) = miscitation::read(content, &wanted) {
        let once = [&draft.miscitation, &draft.correct]
            .iter()
            .all(|sentence| sentence.matches(miscitation::MARKER).count() == 1);
        let quoted = draft
            .quotes
            .iter()
            .all(|quote| citelight::text::quotation::stands_in(quote, texts.iter().copied()));
        if !once || !quoted {
            return Err(format!("took {draft:?} for a miscitation"));
        }
    }
    Ok(())
}
