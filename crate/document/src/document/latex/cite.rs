//! The commands that cite: LaTeX, natbib, biblatex, revtex, acmart, achemso, apacite, harvard.

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
