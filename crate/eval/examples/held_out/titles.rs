//! Titles changed by rule: as fabricators change them, and as honest bibliographies do.

use crate::dice::Dice;

/// How a title is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    // What makes it another title.
    Synonym,
    Replaced,
    Deleted,
    Inserted,
    Preposition,
    Number,
    Denial,
    // What makes it a misspelling of the same.
    Plural,
    Typo,
    Article,
    // What every bibliography does.
    Case,
    Hyphen,
    Joined,
    Braces,
    Accent,
    Subtitle,
    Stop,
    Ampersand,
    British,
    Quotes,
    Mathematics,
}

impl Change {
    pub(crate) const FABRICATED: [Self; 7] = [
        Self::Synonym,
        Self::Replaced,
        Self::Deleted,
        Self::Inserted,
        Self::Preposition,
        Self::Number,
        Self::Denial,
    ];
    pub(crate) const MISSPELT: [Self; 3] = [Self::Plural, Self::Typo, Self::Article];
    pub(crate) const HONEST: [Self; 11] = [
        Self::Case,
        Self::Hyphen,
        Self::Joined,
        Self::Braces,
        Self::Accent,
        Self::Subtitle,
        Self::Stop,
        Self::Ampersand,
        Self::British,
        Self::Quotes,
        Self::Mathematics,
    ];

    /// The changed title; none where the change has nothing to take hold of.
    pub(crate) fn of(self, title: &str, other: &str, dice: &mut Dice) -> Option<String> {
        let changed = self.apply(title, other, dice)?;
        (changed != title && !changed.trim().is_empty()).then_some(changed)
    }

    fn apply(self, title: &str, other: &str, dice: &mut Dice) -> Option<String> {
        match self {
            Self::Synonym => pairs(title, &SYNONYMS, dice),
            Self::Preposition => pairs(title, &PREPOSITIONS, dice),
            Self::British => pairs(title, &BRITISH, dice),
            Self::Replaced => at_content(title, dice, |words, at, dice| {
                let new = content(other)
                    .get(dice.below(content(other).len().max(1)))
                    .map(|(_, word)| word.clone())?;
                (!words.iter().any(|word| word.eq_ignore_ascii_case(&new))).then(|| words[at] = new)
            }),
            Self::Deleted => {
                at_content(title, dice, |words, at, _| (words.len() > 4).then(|| drop(words.remove(at))))
            }
            Self::Inserted => at_content(title, dice, |words, at, dice| {
                let new = ["Novel", "Robust", "Hierarchical", "Sparse", "Scalable", "Latent"][dice.below(6)];
                (!title.contains(new)).then(|| words.insert(at, new.to_owned()))
            }),
            Self::Number => {
                let at = title.find(|c: char| c.is_ascii_digit())?;
                let digit = title[at..].chars().next()?.to_digit(10)?;
                Some(format!(
                    "{}{}{}",
                    &title[..at],
                    (digit + 1 + dice.below(8) as u32) % 10,
                    &title[at + 1..]
                ))
            }
            Self::Denial => pairs(title, &DENIALS, dice),
            Self::Plural => at_content(title, dice, |words, at, _| {
                let word = &mut words[at];
                match word.strip_suffix('s') {
                    Some(stem) if !stem.ends_with(['s', 'i', 'u']) => *word = stem.to_owned(),
                    Some(_) => return None,
                    None => word.push('s'),
                }
                Some(())
            }),
            Self::Typo => at_content(title, dice, |words, at, dice| {
                let mut letters: Vec<char> = words[at].chars().collect();
                if letters.len() < 7 || !letters.iter().all(|c| c.is_alphabetic()) {
                    return None;
                }
                let place = 2 + dice.below(letters.len() - 4);
                match dice.below(3) {
                    0 => drop(letters.remove(place)),
                    1 => letters.swap(place, place + 1),
                    _ => letters.insert(place, letters[place]),
                }
                words[at] = letters.into_iter().collect();
                Some(())
            }),
            Self::Article => {
                let words: Vec<&str> = title.split(' ').collect();
                let at = words
                    .iter()
                    .position(|word| ["the", "a", "an"].contains(&word.to_lowercase().as_str()))?;
                Some([&words[..at], &words[at + 1..]].concat().join(" "))
            }
            // Entities are no words.
            Self::Case => (!title.contains('&')).then(|| match dice.below(2) {
                0 => title.to_uppercase(),
                _ => title.to_lowercase(),
            }),
            Self::Hyphen => title.contains('-').then(|| title.replace('-', " ")),
            Self::Joined => title.contains('-').then(|| title.replace('-', "")),
            Self::Braces => Some(
                title
                    .split(' ')
                    .map(|word| {
                        if word.chars().skip(1).any(char::is_uppercase) || dice.below(3) == 0 {
                            format!("{{{word}}}")
                        } else {
                            word.to_owned()
                        }
                    })
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            Self::Accent => Some(
                title
                    .replace('é', "{\\'e}")
                    .replace('ö', "{\\\"o}")
                    .replace('ü', "{\\\"u}")
                    .replace('ï', "{\\\"\\i}"),
            ),
            Self::Subtitle => {
                let (head, tail) = title.split_once(": ")?;
                (head.split(' ').count() >= 2 && tail.split(' ').count() >= 2).then(|| head.to_owned())
            }
            Self::Stop => Some(format!("{title}.")),
            Self::Ampersand => title.contains(" and ").then(|| title.replace(" and ", " \\& ")),
            Self::Quotes => {
                let at = title.find(['\'', '’', '"', '“'])?;
                let c = title[at..].chars().next()?;
                let new = if c == '\'' {
                    "’"
                } else if c == '’' {
                    "'"
                } else {
                    "``"
                };
                Some(format!("{}{new}{}", &title[..at], &title[at + c.len_utf8()..]))
            }
            Self::Mathematics => {
                let at = title.find("-")?;
                let letter = at.checked_sub(1)?;
                let alone = title.is_char_boundary(letter) && (letter == 0 || title[..letter].ends_with(' '));
                (alone && title.as_bytes()[letter].is_ascii_alphabetic())
                    .then(|| format!("{}${}${}", &title[..letter], &title[letter..at], &title[at..]))
            }
        }
    }
}

const SYNONYMS: [(&str, &str); 24] = [
    ("Learning", "Training"),
    ("Training", "Learning"),
    ("Neural", "Deep"),
    ("Deep", "Neural"),
    ("Optimization", "Tuning"),
    ("Prediction", "Estimation"),
    ("Robust", "Resilient"),
    ("Efficient", "Fast"),
    ("Fast", "Rapid"),
    ("Adversarial", "Competitive"),
    ("Contrastive", "Comparative"),
    ("Network", "Model"),
    ("Networks", "Models"),
    ("Models", "Networks"),
    ("Generation", "Synthesis"),
    ("Detection", "Recognition"),
    ("Recognition", "Detection"),
    ("Classification", "Categorization"),
    ("Representation", "Embedding"),
    ("Approach", "Method"),
    ("Framework", "Approach"),
    ("Reasoning", "Inference"),
    ("Analysis", "Study"),
    ("Adaptation", "Transfer"),
];
const PREPOSITIONS: [(&str, &str); 6] = [
    ("for", "towards"),
    ("with", "using"),
    ("via", "through"),
    ("from", "with"),
    ("in", "for"),
    ("using", "with"),
];
const DENIALS: [(&str, &str); 5] = [
    ("with", "without"),
    ("without", "with"),
    ("Supervised", "Unsupervised"),
    ("Convex", "Nonconvex"),
    ("Are", "Are Not"),
];
const BRITISH: [(&str, &str); 14] = [
    ("Optimization", "Optimisation"),
    ("Generalization", "Generalisation"),
    ("Regularization", "Regularisation"),
    ("Modeling", "Modelling"),
    ("Behavior", "Behaviour"),
    ("Color", "Colour"),
    ("Normalization", "Normalisation"),
    ("Randomization", "Randomisation"),
    ("Center", "Centre"),
    ("Labeling", "Labelling"),
    ("Quantization", "Quantisation"),
    ("Summarization", "Summarisation"),
    ("Personalized", "Personalised"),
    ("Analyzing", "Analysing"),
];

/// Replaces one word by its partner in a table, whatever its case.
fn pairs(title: &str, table: &[(&str, &str)], dice: &mut Dice) -> Option<String> {
    let mut words: Vec<String> = title.split(' ').map(str::to_owned).collect();
    let found: Vec<(usize, &str)> = words
        .iter()
        .enumerate()
        .filter_map(|(at, word)| {
            let (_, new) = table.iter().find(|(old, _)| old.eq_ignore_ascii_case(word))?;
            Some((at, *new))
        })
        .collect();
    let (at, new) = *found.get(dice.below(found.len().max(1)))?;
    words[at] = if words[at].starts_with(char::is_lowercase) { new.to_lowercase() } else { new.to_owned() };
    Some(words.join(" "))
}

/// The words that tell, with their places.
fn content(title: &str) -> Vec<(usize, String)> {
    title
        .split(' ')
        .enumerate()
        .filter(|(_, word)| word.len() > 4 && word.chars().all(char::is_alphabetic))
        .map(|(at, word)| (at, word.to_owned()))
        .collect()
}

fn at_content(
    title: &str,
    dice: &mut Dice,
    change: impl Fn(&mut Vec<String>, usize, &mut Dice) -> Option<()>,
) -> Option<String> {
    let places = content(title);
    let (at, _) = places.get(dice.below(places.len().max(1)))?;
    let mut words: Vec<String> = title.split(' ').map(str::to_owned).collect();
    change(&mut words, *at, dice)?;
    Some(words.join(" "))
}
