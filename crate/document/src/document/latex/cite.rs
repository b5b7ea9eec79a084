//! The commands that cite: LaTeX, natbib, biblatex, revtex, acmart, achemso, apacite, harvard.

use super::piece::Piece;
use super::stream::{split_commas, trimmed};
use super::token::{Spot, Token, code};
use super::walk::Walk;

/// What a citing command shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `\cite`: what the packages make of it.
    Plain,
    /// `\citep`, `\parencite`: `(Knuth, 1984)`, `[3]`.
    Parenthetical,
    /// `\citet`, `\textcite`: `Knuth (1984)`, `Knuth [3]`.
    Textual,
    /// `\citealp`: `Knuth, 1984`, `3`.
    Bare,
    /// `\citealt`: `Knuth 1984`.
    BareTextual,
    /// `\citeauthor`
    Author,
    /// `\citeyear`
    Year,
    /// `\citeyearpar`
    YearParenthetical,
    /// `\citenum`
    Number,
    /// `\supercite`
    Superscript,
    /// `\autocite`: what the biblatex style makes of it.
    Automatic,
    /// `\footcite`
    Footnote,
    /// `\citetitle`
    Title,
    /// `\fullcite`, `\bibentry`
    Full,
    /// `\footfullcite`
    FootnoteFull,
    /// `\citetalias`: the text of `\defcitealias`.
    Alias,
    /// `\citepalias`: the same in brackets.
    AliasParenthetical,
    /// `\nocite`
    Nothing,
}

/// A citing command's form, and whether it takes a list of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub(crate) form: Form,
    pub(crate) list: bool,
}

/// The command of this name, if it cites.
pub(crate) fn command(name: &str) -> Option<Command> {
    let first = name.chars().next()?;
    let lower = format!("{}{}", first.to_ascii_lowercase(), name.get(1..).unwrap_or_default());
    // biblatex's lists: `\parencites(pre)(post)[pre][post]{a}[pre][post]{b}`.
    let single = lower.strip_suffix('s').filter(|single| {
        matches!(
            *single,
            "cite"
                | "parencite"
                | "textcite"
                | "autocite"
                | "footcite"
                | "supercite"
                | "smartcite"
                | "footcitetext"
                | "fullcite"
                | "footfullcite"
                | "nptextcite"
                | "citeauthor"
        )
    });
    let form = match single.unwrap_or(&lower) {
        "cite" | "shortcite" | "refcite" => Form::Plain,
        "citep" | "parencite" | "pcite" | "citeparen" | "smartcite" | "inlinecite" => Form::Parenthetical,
        "citet" | "textcite" | "citeA" | "shortciteA" | "citeasnoun" | "citeN" | "shortciteN" | "tcite"
        | "fullciteA" | "namecite" => Form::Textual,
        "citealp" | "onlinecite" | "citeNP" | "shortciteNP" | "citealtp" => Form::Bare,
        "citealt" | "nptextcite" => Form::BareTextual,
        "citeauthor" | "citefullauthor" | "citeauthorNP" | "shortciteauthor" | "fullciteauthor"
        | "citename" => Form::Author,
        "citeyear" | "citedate" | "citeyearNP" | "shortciteyear" => Form::Year,
        "citeyearpar" => Form::YearParenthetical,
        "citenum" => Form::Number,
        "supercite" => Form::Superscript,
        "autocite" => Form::Automatic,
        "footcite" | "footcitetext" | "footnotecite" => Form::Footnote,
        "citetitle" => Form::Title,
        "fullcite" | "bibentry" | "fullcitebib" => Form::Full,
        "footfullcite" => Form::FootnoteFull,
        "citetalias" | "citealias" => Form::Alias,
        "citepalias" => Form::AliasParenthetical,
        "nocite" => Form::Nothing,
        _ => return None,
    };
    Some(Command { form, list: single.is_some() })
}

/// One group of keys with what stands before and after it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub(crate) before: Vec<Piece>,
    pub(crate) after: Vec<Piece>,
    pub(crate) keys: Vec<String>,
}

/// A citation as the source gives it.
#[derive(Clone, Debug)]
pub(crate) struct Cite {
    pub(crate) form: Form,
    /// `\citet*` names all authors, `\parencite*` leaves them out.
    pub(crate) star: bool,
    /// The command is none that is known, but its name says so and its argument may be keys.
    pub(crate) guessed: bool,
    pub(crate) groups: Vec<Group>,
    pub(crate) spot: Spot,
}

impl Walk<'_> {
    /// Reads the arguments of a citing command.
    pub(crate) fn read_cite(&mut self, command: Command, spot: Spot) -> Option<Cite> {
        let star = self.stream.star();
        let mut groups = Vec::new();
        if command.list {
            let before = self.stream.delimited('(', ')');
            let after = self.stream.delimited('(', ')');
            let (before, after) = match (before, after) {
                (Some(after), None) => (None, Some(after)),
                both => both,
            };
            while let Some(group) = self.group() {
                groups.push(group);
                if groups.len() >= 500 {
                    break;
                }
            }
            if let (Some(first), Some(before)) = (groups.first_mut(), before) {
                let mut pieces = self.pieces_of(before);
                pieces.push(Piece::Gap(spot));
                pieces.append(&mut first.before);
                first.before = pieces;
            }
            if let (Some(last), Some(after)) = (groups.last_mut(), after) {
                last.after.extend(self.pieces_of(after));
            }
        } else {
            groups.extend(self.group());
        }
        let has_keys = groups.iter().any(|group| !group.keys.is_empty());
        has_keys.then_some(Cite { form: command.form, star, guessed: false, groups, spot })
    }

    /// `[before][after]{keys}`, `<before>[after]{keys}`
    fn group(&mut self) -> Option<Group> {
        let angle = self.stream.delimited('<', '>');
        let first = self.stream.option();
        let second = if first.is_some() { self.stream.option() } else { None };
        let given: Vec<Vec<Token>> = [&angle, &first, &second].into_iter().flatten().cloned().collect();
        let Some(keys) = self.stream.braced() else {
            // Not a citation after all: what was taken is text.
            for tokens in given {
                self.stream.prepend(tokens.into_iter());
            }
            return None;
        };
        let (before, after) = match (angle, first, second) {
            (Some(before), after, _) => (Some(before), after),
            (None, Some(before), Some(after)) => (Some(before), Some(after)),
            (None, after, _) => (None, after),
        };
        let keys = split_commas(&keys)
            .iter()
            .map(|key| {
                // `\cite{a,*b}` merges entries (mciteplus); `\nocite{*}` means all.
                let key = code(key);
                let key = key.trim();
                key.strip_prefix('*').map(str::trim).filter(|key| !key.is_empty()).unwrap_or(key).to_owned()
            })
            .filter(|key| !key.is_empty())
            .collect();
        let pieces = |walk: &mut Self, tokens: Option<Vec<Token>>| {
            tokens.map(|tokens| walk.pieces_of(trimmed(tokens))).unwrap_or_default()
        };
        let before = pieces(self, before);
        let after = pieces(self, after);
        Some(Group { before, after, keys })
    }
}
