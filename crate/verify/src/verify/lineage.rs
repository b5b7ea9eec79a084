//! Claim lineage: where a source has a claim from. A source that states the claim only with a citation of its own is second-hand: the
//! work it cites there said it first, and may have said it otherwise. (Ours; that numbers and hedges change from citation to citation is
//! shown by Greenberg, “How citation distortions create unfounded authority”, BMJ 2009.)
//!
//! It is a remark for the reader, not a verdict: to cite a review for what it reviews is good practice.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::align::Aligned;
use super::judgement::Judgement;
use super::signals::Stance;
use super::source_text::SourceText;
use crate::claim::Claim;
use citelight_document::document::segmented::CitedEntry;
use citelight_types::finding::{ChangedWords, Check, FirstSource, Reason, Step, TrailStep};
use citelight_types::settings::Settings;
use citelight_types::text::normalise::fold;
use citelight_types::text::words::{WordKind, words};

/// First sources that are named.
const NAMED: usize = 3;
/// Share of the words in common that must stand before a sentence's markers, and after them, for these to stand amid it.
const AMID: f64 = 0.25;
/// Changed words that are set off.
const CHANGED: usize = 3;
/// Works over which a sentence names a whole field rather than where it has a statement from.
const MOST_CITED: usize = 4;

/// Words by which a sentence of the source speaks of what its authors did or found themselves, or sets others beside it.
static OWN: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(
        r"(?xi) \b (?: we | our | ours | us | here | present(?:ed)?\ (?:study|work|paper|results?|findings?)
          | this\ (?:study|work|paper|review|article|analysis|survey) | consistent | in\ (?:line|agreement|accordance|contrast) | similar(?:ly)?\ to
          | compar(?:ed|able|ison) | confirm(?:s|ed|ing)? | replicat(?:e|es|ed|ing) | agree(?:s|ing)? | unlike | contrary
          | e\.g\. | see\ also | for\ (?:a\ )?reviews? | reviewed ) (?:\b|\W)",
    )
    .unwrap()
});
/// Words by which the citing sentence says itself that it cites at second hand.
static SAID: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(
        r"(?i)\b(?:review(?:s|ed)?|overviews?|surveys?|meta-?analys[ei]s|summari[sz]ed?|discussed in|cited (?:in|by)|as cited|references? therein|textbooks?|handbooks?)\b",
    )
    .unwrap()
});

/// A marker of a citation, in brackets or raised.
static MARKER: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(
        r"\[\d[\d,;\s–-]*\]|\(\d{1,3}(?:[,;–-]\s*\d{1,3})*\)|\([^()]*\b(?:1[89]|20)\d\d[a-z]?[^()]*\)|[⁰¹²³⁴-⁹]+",
    )
    .unwrap()
});

/// What is known of where a source has a claim from.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SecondHand {
    reason: Reason,
    step: TrailStep,
}

/// Whether every sentence of the source that states the claim does so with a citation of its own.
pub(super) fn second_hand(
    claim: &Claim,
    aligned: &[Aligned],
    source: &SourceText,
    settings: &Settings,
) -> Option<SecondHand> {
    if SAID.is_match(&claim.sentence) {
        return None;
    }
    let states = |sentence: &&Aligned| {
        sentence.alignment >= settings.align_support && sentence.coverage >= settings.support_coverage
    };
    let stating: Vec<&Aligned> = aligned.iter().filter(states).collect();
    let nearest = stating.first()?;
    let mut cited: BTreeSet<usize> = BTreeSet::new();
    for sentence in &stating {
        let passage = source.passages.get(sentence.passage)?;
        let cites = passage.cites.get(sentence.sentence).filter(|cites| !cites.is_empty())?;
        let text = passage.sentence(sentence.sentence);
        if OWN.is_match(text) || is_amid(claim, text) {
            return None;
        }
        cited.extend(cites);
    }
    if cited.len() > MOST_CITED {
        return None;
    }
    let first: Vec<FirstSource> =
        cited.iter().filter_map(|entry| source.references.get(*entry)).take(NAMED).map(named).collect();
    let summary = match stating.len() {
        1 => "one sentence of the source states it, with a citation of another work".to_owned(),
        count => format!("{count} sentences of the source state it, each with a citation of another work"),
    };
    let checks = vec![
        Check::at_least("alignment", nearest.alignment, settings.align_support),
        Check::at_most("works it cites there", cited.len() as f64, MOST_CITED as f64),
    ];
    let step = TrailStep::new(Step::Signals, summary, &[]).with_checks(checks);
    let changed = changed_words(&stating);
    (!first.is_empty()).then_some(SecondHand { reason: Reason::SecondHand { first, changed }, step })
}

/// Whether the markers of a sentence stand amid what it states: "for patients with instability (as classified [4]) lysis is
/// indicated" cites the classification alone. Before its statement stands what names authors, after it what backs it.
fn is_amid(claim: &Claim, sentence: &str) -> bool {
    let content = |text: &str| -> BTreeSet<String> {
        let all = words(text).into_iter().filter(|word| word.kind == WordKind::Content);
        all.map(|word| word.stem).collect()
    };
    let claimed = content(&claim.text);
    let shared = |text: Option<&str>| content(text.unwrap_or_default()).intersection(&claimed).count() as f64;
    let mut markers = MARKER.find_iter(sentence);
    let Some(first) = markers.next() else { return false };
    let last = markers.last().unwrap_or(first);
    let all = shared(Some(sentence));
    let (before, after) = (shared(sentence.get(..first.start())), shared(sentence.get(last.end()..)));
    before >= AMID * all && after >= AMID * all
}

/// Numbers and hedges that the sentence has otherwise than the source, where no sentence of the source has them as it does.
fn changed_words(stating: &[&Aligned]) -> Vec<ChangedWords> {
    let mut changed: Vec<ChangedWords> = Vec::new();
    for signal in stating.iter().flat_map(|sentence| sentence.with_stance(Stance::Differs)) {
        let words = match &signal.reason {
            Reason::NumberDiffers { claim, source } => {
                ChangedWords { sentence: claim.clone(), source: source.clone() }
            }
            Reason::HedgeDropped { source } => {
                ChangedWords { sentence: String::new(), source: source.clone() }
            }
            _ => continue,
        };
        let is_confirmed = stating.iter().any(|other| other.confirms(signal.kind, &signal.claim));
        if !is_confirmed && !changed.contains(&words) {
            changed.push(words);
        }
    }
    changed.truncate(CHANGED);
    changed
}

/// Entries are short; what is longer was not parted from the text after it.
const LONGEST_ENTRY: usize = 300;

fn named(entry: &CitedEntry) -> FirstSource {
    let text = entry.text.trim();
    let shown: String = text.chars().take(LONGEST_ENTRY).collect();
    let entry_text = if shown.len() < text.len() { format!("{}…", shown.trim_end()) } else { shown };
    FirstSource { entry: entry_text, doi: entry.doi.clone() }
}

/// Whether a work is the first source itself: then it is cited here at first hand, beside the second.
pub fn is_first_source(first: &FirstSource, doi: Option<&str>, title: Option<&str>) -> bool {
    /// Titles of fewer words stand in other entries by chance.
    const LEAST_WORDS: usize = 4;
    let same_doi = first.doi.as_deref().zip(doi).is_some_and(|(one, other)| one.eq_ignore_ascii_case(other));
    let in_entry = title.is_some_and(|title| {
        title.split_whitespace().nth(LEAST_WORDS - 1).is_some() && fold(&first.entry).contains(&fold(title))
    });
    same_doi || in_entry
}

impl SecondHand {
    /// Adds what was found to what a judgement says.
    pub(super) fn told(self, mut judgement: Judgement) -> Judgement {
        let Judgement { reasons, trail, .. } = &mut judgement;
        // After the deciding reason, before what says how much was read.
        reasons.insert(reasons.len().min(1), self.reason);
        let decided = trail.iter().position(|step| step.step == Step::Decide);
        trail.insert(decided.unwrap_or(trail.len()), self.step);
        judgement
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::evidence_ranking::Respects;
    use crate::verify::signals::parallel::Parallel;
    use crate::verify::signals::{Reading, compare};
    use citelight_document::document::{Input, parse};
    use citelight_types::finding::{Extent, Verdict};

    /// A source of one paragraph whose list holds five works.
    fn source(paragraph: &str) -> SourceText {
        let entries: String = (1..=5)
            .map(|number| format!("[{number}] Lee, A. (20{number:02}). Weirs of oak and pine {number}. Journal of Rivers 3, 1–9. doi:10.1234/weir.{number}\n\n"))
            .collect();
        let page = format!("# Weirs\n\n{paragraph}\n\n## References\n\n{entries}");
        let document = parse(Input::new(&page, "source.md")).expect("the source parses");
        assert_eq!(document.references.len(), 5);
        SourceText::from_document(&document, "source.md", Extent::FullText)
    }

    fn near(sentence: usize, alignment: f64) -> Aligned {
        let reading = Reading::of("Oak outlasts pine.");
        Aligned::at(sentence, alignment, Respects::of(&reading, &reading))
    }

    fn dois(claim: &str, source: &SourceText, aligned: &[Aligned]) -> Option<Vec<String>> {
        let claim = Claim { sentence: claim.to_owned(), text: claim.to_owned(), ..Claim::default() };
        let found = second_hand(&claim, aligned, source, &Settings::default())?;
        let Reason::SecondHand { first, .. } = found.reason else {
            panic!("another reason: {:?}", found.reason)
        };
        Some(first.into_iter().filter_map(|first| first.doi).collect())
    }

    const CLAIM: &str = "Oak outlasts pine in weirs by forty years.";

    #[test]
    fn a_statement_that_the_source_cites_itself_is_second_hand() {
        let one = source("Weirs are old. Oak outlasts pine in weirs by forty years [2].");
        assert_eq!(dois(CLAIM, &one, &[near(1, 0.9)]), Some(vec!["10.1234/weir.2".to_owned()]));
        let narrated =
            source("Weirs are old. Lee and others [3] found that oak outlasts pine by forty years.");
        assert_eq!(dois(CLAIM, &narrated, &[near(1, 0.9)]), Some(vec!["10.1234/weir.3".to_owned()]));
        let twice =
            source("In weirs oak outlasts pine by forty years [1]. Pine is outlasted by oak in weirs [4,5].");
        assert_eq!(dois(CLAIM, &twice, &[near(0, 0.9), near(1, 0.7)]).map(|dois| dois.len()), Some(3));
    }

    #[test]
    fn numbers_and_hedges_that_changed_on_the_way_are_set_off() {
        let changed = |claim: &str, sentence: &str| {
            let source = source(&format!("Weirs are old. {sentence}"));
            let (mine, theirs) = (Reading::of(claim), Reading::of(sentence));
            let signals = compare(&mine, &theirs, &Parallel::of(&mine, &theirs));
            let aligned = Aligned { signals, ..near(1, 0.9) };
            let claim = Claim { sentence: claim.to_owned(), text: claim.to_owned(), ..Claim::default() };
            let found = second_hand(&claim, &[aligned], &source, &Settings::default()).expect("second-hand");
            let Reason::SecondHand { changed, .. } = found.reason else { panic!("{:?}", found.reason) };
            let pairs = changed.into_iter().map(|words| (words.source, words.sentence));
            pairs.collect::<Vec<_>>()
        };
        let words = |source: &str, sentence: &str| (source.to_owned(), sentence.to_owned());
        assert_eq!(
            changed(
                "Oak outlasted pine in 95 % of the weirs.",
                "Oak outlasted pine in 59 % of the weirs [2]."
            ),
            [words("59 %", "95 %")]
        );
        assert_eq!(
            changed("Oak weirs reduce floods in winter.", "Oak weirs may reduce floods in winter [2]."),
            [words("may", "")]
        );
        assert_eq!(
            changed("Oak weirs reduce floods in winter.", "Oak weirs reduce floods in winter [2]."),
            []
        );
    }

    #[test]
    fn what_the_source_says_itself_too_is_not() {
        for paragraph in [
            "Weirs are old. Oak outlasts pine in weirs by forty years.",
            "Weirs are old. We found that oak outlasts pine in weirs, as did others [2].",
            "Weirs are old. Oak outlasted pine in weirs, consistent with earlier work [2].",
            "Weirs are old. Our oak outlasts pine in weirs by forty years [2].",
            // As of a classification (Citation-Integrity): the marker backs the name, not the statement.
            "Weirs are old. For weirs of oak (hard wood as of the standard [2]) forty years more than pine are likely.",
        ] {
            assert_eq!(dois(CLAIM, &source(paragraph), &[near(1, 0.9)]), None, "{paragraph}");
        }
        let both =
            source("Oak outlasts pine in weirs by forty years [2]. Thus oak outlasts pine by forty years.");
        assert_eq!(dois(CLAIM, &both, &[near(0, 0.9), near(1, 0.7)]), None);
        let far = source("Weirs are old. Oak is strong [2].");
        assert_eq!(dois(CLAIM, &far, &[near(1, 0.5)]), None, "another statement");
        let crowd = source("Weirs are old. Oak outlasts pine in weirs by forty years [1-5].");
        assert_eq!(dois(CLAIM, &crowd, &[near(1, 0.9)]), None, "a field, not a source");
    }

    #[test]
    fn a_sentence_that_says_so_itself_is_left_alone() {
        let one = source("Weirs are old. Oak outlasts pine in weirs by forty years [2].");
        for claim in [
            "Oak outlasts pine in weirs by forty years (reviewed in 7).",
            "As summarised in a recent survey, oak outlasts pine in weirs by forty years.",
            "Oak outlasts pine, see Lee and references therein.",
        ] {
            assert_eq!(dois(claim, &one, &[near(1, 0.9)]), None, "{claim}");
        }
    }

    #[test]
    fn it_stands_after_what_decided_and_before_the_decision_in_the_trail() {
        let judgement = Judgement {
            verdict: Verdict::Supported,
            category: None,
            confidence: Some(0.9),
            reasons: vec![Reason::SourceSaysSo, Reason::PassagesOnly],
            evidence: Vec::new(),
            trail: vec![TrailStep::new(Step::Infer, "", &[]), TrailStep::new(Step::Decide, "", &[])],
        };
        let reason = Reason::SecondHand { first: Vec::new(), changed: Vec::new() };
        let step = TrailStep::new(Step::Signals, "", &[]);
        let told = SecondHand { reason: reason.clone(), step }.told(judgement);
        assert_eq!(told.reasons, [Reason::SourceSaysSo, reason, Reason::PassagesOnly]);
        let steps: Vec<Step> = told.trail.iter().map(|step| step.step).collect();
        assert_eq!(steps, [Step::Infer, Step::Signals, Step::Decide]);
    }

    #[test]
    fn the_first_source_is_known_by_doi_or_title() {
        let first = FirstSource {
            entry: "Lee, A. (2002). Weirs of oak and pine. Journal of Rivers 3, 1–9.".to_owned(),
            doi: Some("10.1234/weir.2".to_owned()),
        };
        assert!(is_first_source(&first, Some("10.1234/WEIR.2"), None));
        assert!(is_first_source(&first, None, Some("Weirs of Oak and Pine")));
        assert!(!is_first_source(&first, Some("10.1234/weir.3"), Some("Weirs of pine and of oak")));
        assert!(!is_first_source(&first, None, Some("Rivers")), "too short a title");
        assert!(!is_first_source(&first, None, None));
    }
}
