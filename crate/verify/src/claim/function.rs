//! Why a work is cited: background, method, result, comparison, or in passing.
//!
//! Rules over the citing sentence alone; they decide how a missing support is read, never an accusation.

use std::sync::LazyLock;

use regex::Regex;

use citelight_types::finding::CitingFunction;

/// References that share one sentence from which it is a list of related work.
const LIST_LENGTH: usize = 4;

/// The citing function of a sentence. `raw` still has its markers, `plain` has not.
pub fn citing_function(raw: &str, plain: &str, references: usize) -> CitingFunction {
    if PERFUNCTORY.is_match(raw) || (references >= LIST_LENGTH && !RESULT.is_match(plain)) {
        CitingFunction::Perfunctory
    } else if METHOD.is_match(plain) {
        CitingFunction::Method
    } else if COMPARISON.is_match(plain) {
        CitingFunction::Comparison
    } else if RESULT.is_match(plain) {
        CitingFunction::Result
    } else {
        CitingFunction::Background
    }
}

static PERFUNCTORY: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix) [(\[] \s* (?:see|e\.\s?g\.|cf\.|for\ (?:a\ )?(?:recent\ )?(?:review|overview|survey)s?)
    | \b (?:see\ (?:also|e\.\s?g\.|for\ example|references?|[(\[]) | reviewed\ (?:in|by|elsewhere) | and\ references\ therein
        | for\ (?:a\ |an\ )?(?:\w+\ )?(?:review|overview|survey|introduction)s?\b,?\ see
        | has\ been\ (?:widely|extensively|much)\ (?:studied|discussed|reviewed|investigated)
        | have\ been\ (?:widely|extensively|much)\ (?:studied|discussed|reviewed|investigated) )",
    )
});

static METHOD: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix) \b (?: we\ (?:use|used|adopt|adopted|follow|followed|employ|employed|apply|applied|adapt|adapted|implement|implemented)
      | (?:was|were|is|are)\ (?:performed|carried\ out|computed|calculated|implemented|measured|analy[sz]ed|assessed)\ (?:using|with|by|as|according)
      | as\ (?:previously\ )?described | following\ the\ (?:method|procedure|protocol|approach) | using\ the\ (?:method|procedure|protocol|software|package|toolbox) )",
    )
});

static COMPARISON: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix) \b (?: in\ (?:contrast|agreement|line|accordance)\ (?:to|with) | consistent\ with | unlike | compared\ (?:to|with)\ (?:our|the\ present)
      | our\ (?:results?|findings?|data|method|approach|estimates?) | outperforms? | (?:than|as)\ (?:ours|in\ our) | contrary\ to | similar\ to\ (?:our|the\ present) )",
    )
});

static RESULT: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?ix) \d | \b (?: found | show(?:s|ed|n)? | demonstrat\w+ | report(?:s|ed) | observ\w+ | reveal\w* | increas\w+ | decreas\w+ | reduc\w+
      | improv\w+ | associat\w+ | correlat\w+ | caus(?:e|es|ed|ing) | higher | lower | more | less | fewer | greater | predict\w* | affect\w*
      | inhibit\w* | induc\w+ | promot\w+ | rose | fell | declin\w+ | no\ (?:significant|evidence|effect|difference) ) \b",
    )
});

#[allow(clippy::unwrap_used, reason = "constant patterns, compiled in the tests")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_functions_apart() {
        let cases = [
            ("Mortality fell by 59 % [3].", 1, CitingFunction::Result),
            ("This has been widely studied [3–9].", 7, CitingFunction::Perfunctory),
            ("For a review, see [4].", 1, CitingFunction::Perfunctory),
            ("Images were analysed using ImageJ [2].", 1, CitingFunction::Method),
            ("Our estimates agree with earlier work [2].", 1, CitingFunction::Comparison),
            ("Planarians regenerate their whole body [2].", 1, CitingFunction::Background),
        ];
        for (sentence, references, expected) in cases {
            let plain =
                super::super::tidy(&sentence.replace(|c: char| "[]–".contains(c) || c.is_ascii_digit(), " "));
            let plain = if sentence.contains('%') { sentence } else { &plain };
            assert_eq!(citing_function(sentence, plain, references), expected, "{sentence}");
        }
    }
}
