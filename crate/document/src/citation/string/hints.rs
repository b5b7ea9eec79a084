//! What the markup over an entry says of its fields, as scores beside the model's: blocks end fields, italics and bold
//! type hold one field, elements that name a field hold that field.
//!
//! The model is trained on bare strings, so these are set by hand, on the scale of its weights: one that only nudges is
//! near 1, one that settles the matter unless everything else speaks against it is near 8.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::dates;
use super::field::Field;
use super::forms;
use super::tokens::{Token, TokenKind, within};
use super::untitled::{self, Taken};
use citelight_types::sort::SmallSort;

use crate::markup::flow::{Flow, MarkKind};

/// The border of a block parts two fields.
const BLOCK_BORDER: f32 = -7.0;
/// What the first two of three blocks begin with.
const FIRST_BLOCK: f32 = 5.0;
const SECOND_BLOCK: f32 = 3.0;
/// So do two strokes.
const SLASHES: f32 = -7.0;
/// So does the border of italics that stand between punctuation.
const ITALIC_BORDER: f32 = -3.0;
/// Italics between punctuation are one field, most often the venue.
const WITHIN_ITALICS: f32 = 3.0;
const ITALIC_VENUE: f32 = 1.5;
/// Bold numbers are volumes where they are no years.
const BOLD_VOLUME: f32 = 2.0;
/// An identifier by its form.
const OWN_KIND: f32 = 3.0;
/// An element that names its field.
const NAMED: f32 = 8.0;

/// So do a mark of the kind of work, and the end of names that are told by their form.
const TYPE_BORDER: f32 = -7.0;
const NAMES_BORDER: f32 = -7.0;
/// A title follows them.
const NAMES_TITLE: f32 = 3.0;
/// Bytes of the longest name that is looked for before italics.
const LONGEST_NAME: usize = 80;

/// `[J]`, `[EB/OL]`
static TYPE_MARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\[((?:J|M|C|N|D|R|S|P|G|Z|A|DB|CP|EB|CM|DS)(?:/(?:OL|CD|MT|DK))?)\](?:[^,，]|$)").ok()
});

/// Names at the start of an entry, family names first, up to a colon.
static BEFORE_COLON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let family = r"\p{Lu}[\p{L}'’-]+";
    let given = r"(?:\p{Lu}\.(?:[ -]?\p{Lu}\.)*|\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?(?: \p{Lu}\.)*)(?: (?:von|van|der|den|de|zu|da|dos|das|du))*";
    let others = r"(?:,? \[?(?:u\. ?a\.?|et al\.?)\]?)?";
    let role = r"(?: ?\((?:Hrsg|Hg|Hgg|Ed|Eds|Bearb)\.?\))?";
    Regex::new(&format!(r"^({family}, {given}(?: ?[;/] ?{family}, {given})*{others}){role} ?: ")).ok()
});

/// Names at the start of an entry, family names in capitals, given names behind a comma.
static CAPITALS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let family = r"\p{Lu}{2,}(?:[ -]\p{Lu}{2,})*";
    let particle = "(?: (?:de|da|do|dos|das|e|von|van|der))*";
    let initials = format!(r"(?:\p{{Lu}}\.[ -]?)*\p{{Lu}}\.{particle}");
    let words = format!(r"\p{{Lu}}\p{{Ll}}+(?:{particle} \p{{Lu}}\p{{Ll}}+){{0,3}}{particle}");
    let person = format!(r"{family}, (?:{initials}|{words})");
    Regex::new(&format!(r"^({person}(?: ?; ?{person})*)\.? [“‘«\[]?\p{{Lu}}[\p{{Ll}} ]")).ok()
});

/// `U.S. Department of Health. `: the stops are no initials'.
static AUTHORITY: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(U\. ?[SKN]\.(?: (?:\p{Lu}\p{L}+|of|for|and|the|on|&)){2,9})[.,] ").ok());

/// `2018;41(Suppl. 1):S137`, `2006 Nov 15; 4:577`: date and volume as Vancouver's style joins them.
static JOINED_NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"[.,\s] ?((?:1[89]|20)\d\d(?: \p{Lu}\p{Ll}{2}(?:-\p{Lu}\p{Ll}{2})?(?: \d{1,2})?)?) ?; ?(\d{1,4}) ?(?:\([^()]{1,20}\))? ?:")
        .ok()
});

/// `. — М.: Музыка, `: place and publisher behind the dash that parts the areas of a record.
static IMPRINT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let place = r"\p{Lu}[\p{L}.-]{0,24}(?: \p{Lu}[\p{L}.-]{0,24})?";
    Regex::new(&format!(r"\.? [—–] ({place}(?: ?; ?{place})*) ?: ?([^,:;—]{{2,60}}), ?(?:1[4-9]|20)\d\d"))
        .ok()
});

/// ` / И. В. Способин. —`: who is responsible, said again behind the title.
static RESPONSIBLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let person = r"(?:\p{Lu}\. ?){1,3}\p{Lu}[\p{L}-]+";
    Regex::new(&format!(r" / ({person}(?:, {person})*)(?:\.? [—–] | // )")).ok()
});

/// An organisation at the start of an entry, up to the word that says what it is.
static BODY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kind = "Foundation|Association|Institute|Organi[sz]ation|Consortium|Committee|Agency|Council|Commission|Federation|Corporation|Ministry|Bureau";
    let word = r"(?:\p{Lu}[\p{L}’'-]*|of|for|and|the|on|&)";
    Regex::new(&format!(r"^((?:{word} ){{1,7}}(?:{kind}))\. \p{{Lu}}\p{{L}}*(?: \p{{L}}|[-.:])")).ok()
});

/// Names at the start of an entry, glued initials behind the family names, before a title that is a name and a colon:
/// `Leino K.R.M. Dafny: an automatic …`.
static BEFORE_NAMED_TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let person = r"\p{Lu}[\p{L}'’-]+ (?:\p{Lu}\.-?){1,4}";
    let last = r"\p{Lu}[\p{L}'’-]+ (?:\p{Lu}\.-?){2,4}";
    Regex::new(&format!(
        r"^((?:{person}, )+{person}|{last}),? \p{{Lu}}[\p{{L}}\d-]*(?: [\p{{L}}\d-]+){{0,2}}: "
    ))
    .ok()
});

/// `2010a`
fn is_lettered_year(word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_lowercase());
    word.len() == 5 && digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"))
}

/// What an editor is called behind the name.
fn is_role(word: &str) -> bool {
    matches!(word, "Hrsg" | "Hg" | "Hgg" | "Ed" | "Eds" | "Bearb")
}

/// Scores beside the model's.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Hints {
    /// By token: how likely it continues the field before it.
    pub(crate) continues: Vec<f32>,
    /// A token, a field, and how likely it belongs to it.
    pub(crate) fields: Vec<(usize, Field, f32)>,
}

impl Hints {
    /// The hints of the marks over a text.
    pub(crate) fn of(flow: &Flow, tokens: &[Token]) -> Self {
        let mut hints = Self { continues: vec![0.0; tokens.len()], fields: Vec::new() };
        let mut blocks: Vec<&Range<usize>> = Vec::new();
        let bold_title = bold_title(flow, tokens);
        if let Some(title) = &bold_title {
            hints.title_first(title);
        }
        for mark in &flow.marks {
            let inside = within(tokens, &mark.range);
            if inside.is_empty() || bold_title.as_ref().is_some_and(|title| inside.start < title.end) {
                continue;
            }
            match &mark.kind {
                MarkKind::Part => blocks.push(&mark.range),
                MarkKind::Italic => hints.italics(&flow.text, tokens, inside, bold_title.is_some()),
                MarkKind::Bold if inside.len() == 1 => hints.bold(tokens, inside),
                // Brazilian lists set titles of journals and books so.
                MarkKind::Bold => hints.italics(&flow.text, tokens, inside, false),
                MarkKind::Field(name) => hints.named(name, inside),
                _ => {}
            }
        }
        hints.kinds(&flow.text, tokens);
        hints.dates(&flow.text, tokens);
        hints.joined_numbers(&flow.text, tokens);
        for (range, field) in forms::known(&flow.text, tokens) {
            let inside = within(tokens, &range);
            if let Some(continues) = hints.continues.get_mut(inside.end) {
                *continues += TYPE_BORDER;
            }
            hints.whole(field, inside);
        }
        hints.areas(&flow.text, tokens);
        hints.slashes(&flow.text, tokens);
        hints.type_marks(&flow.text, tokens);
        hints.title_marks(&flow.text, tokens);
        hints.names_apart(&flow.text, tokens);
        hints.blocks(tokens, blocks);
        hints
    }

    /// A title at the start; authors follow it.
    fn title_first(&mut self, title: &Range<usize>) {
        for at in title.clone() {
            self.continues[at] += if at == title.start { BLOCK_BORDER } else { -BLOCK_BORDER };
            self.fields.push((at, Field::Title, NAMED));
        }
        if let Some(continues) = self.continues.get_mut(title.end) {
            *continues += BLOCK_BORDER;
            self.fields.push((title.end, Field::Author, FIRST_BLOCK));
        }
    }

    /// Borders of blocks; where an entry is cut into three or more, they begin with authors and title.
    fn blocks(&mut self, tokens: &[Token], mut blocks: Vec<&Range<usize>>) {
        for block in &blocks {
            let inside = within(tokens, block);
            for border in [inside.start, inside.end] {
                if let Some(continues) = self.continues.get_mut(border) {
                    *continues = continues.min(BLOCK_BORDER);
                }
            }
        }
        // Of blocks within blocks the innermost.
        blocks.small_sort_by_key(|block| (block.start, std::cmp::Reverse(block.end)));
        blocks.dedup();
        let innermost: Vec<Range<usize>> = blocks
            .iter()
            .enumerate()
            .filter(|(at, block)| blocks.get(at + 1).is_none_or(|next| next.start >= block.end))
            .map(|(_, block)| within(tokens, block))
            .collect();
        if let [first, second, _, ..] = innermost.as_slice()
            && first.start == 0
        {
            self.fields.push((first.start, Field::Author, FIRST_BLOCK));
            self.fields.push((second.start, Field::Title, SECOND_BLOCK));
        }
    }

    /// The numbers of a journal's article in Vancouver's style: a year at the end of the title before them is none. Where no space stands
    /// behind the colon and no such year before it, the model reads them well.
    fn joined_numbers(&mut self, text: &str, tokens: &[Token]) {
        let Some(found) = JOINED_NUMBERS.as_ref().and_then(|regex| regex.captures_iter(text).last()) else {
            return;
        };
        let (starts, ends) = found.get(0).map_or((0, 0), |whole| (whole.start(), whole.end()));
        let mut before = tokens.iter().take_while(|token| token.range.end <= starts);
        let is_spaced = text.get(ends..).is_some_and(|rest| rest.starts_with(' '));
        if !is_spaced && !before.any(|token| text.get(token.range.clone()).is_some_and(dates::is_year)) {
            return;
        }
        // A month may stand before the year.
        let date = found.get(1).map(|own| within(tokens, &own.range())).unwrap_or_default();
        self.fields.extend(date.map(|at| (at, Field::Date, NAMED)));
        if let Some(volume) = found.get(2) {
            self.whole(Field::Volume, within(tokens, &volume.range()));
        }
    }

    /// `Title. — Place: Publisher, year`: dashes behind full stops part the areas of a record (GOST, ISBD).
    fn areas(&mut self, text: &str, tokens: &[Token]) {
        for (at, pair) in tokens.windows(2).enumerate() {
            if let [before, after] = pair
                && text
                    .get(before.range.end..after.range.start)
                    .is_some_and(|gap| gap.contains(". — ") || gap.contains(". – "))
            {
                self.continues[at + 1] = SLASHES;
            }
        }
        if let Some(own) = RESPONSIBLE.as_ref().and_then(|regex| regex.captures(text)?.get(1)) {
            self.whole(Field::Other, within(tokens, &own.range()));
        }
        let Some(found) = IMPRINT.as_ref().and_then(|regex| regex.captures(text)) else { return };
        for (group, field) in [(1, Field::Place), (2, Field::Publisher)] {
            let Some(own) = found.get(group) else { continue };
            self.whole(field, within(tokens, &own.range()));
        }
    }

    /// These tokens are one field.
    fn whole(&mut self, field: Field, inside: Range<usize>) {
        for at in inside.clone() {
            self.continues[at] += if at == inside.start { TYPE_BORDER } else { OWN_KIND };
            self.fields.push((at, field, NAMED));
        }
    }

    /// Dates with their month, `(Mar. 2017)`: the model takes the month for a name, the day for a volume.
    fn dates(&mut self, text: &str, tokens: &[Token]) {
        let found = dates::in_brackets(text, tokens).into_iter().chain(dates::between_stops(text, tokens));
        for inside in found {
            if let Some(continues) = self.continues.get_mut(inside.end) {
                *continues += TYPE_BORDER;
            }
            self.fields.extend(inside.map(|at| (at, Field::Date, NAMED)));
        }
    }

    /// `Title // Journal`, as GOST 7.1 has it.
    fn slashes(&mut self, text: &str, tokens: &[Token]) {
        for (at, pair) in tokens.windows(2).enumerate() {
            if let [before, after] = pair
                && text.get(before.range.end..after.range.start).is_some_and(|gap| gap.contains(" // "))
            {
                self.continues[at + 1] = SLASHES;
                self.fields.push((at + 1, Field::Venue, OWN_KIND));
            }
        }
    }

    /// `林文：《湖南书院改制考》，《历史研究》`: the first title is the work's, the next that of what holds it.
    fn title_marks(&mut self, text: &str, tokens: &[Token]) {
        let mut fields = [Field::Title, Field::Venue].into_iter();
        let mut from = 0;
        while let Some(open) = text[from..].find('《').map(|at| from + at)
            && let Some(close) = text[open..].find('》').map(|at| open + at)
            && let Some(field) = fields.next()
        {
            let inside = within(tokens, &(open..close));
            for border in [inside.start, inside.end].into_iter().filter(|at| *at < tokens.len()) {
                self.continues[border] += TYPE_BORDER;
            }
            self.fields.extend(inside.map(|at| (at, field, NAMED)));
            from = close;
        }
    }

    /// `Title[J]. Journal`, `Title[M]. Place`: GB/T 7714 marks the kind of every work behind its title.
    fn type_marks(&mut self, text: &str, tokens: &[Token]) {
        let Some(mark) = TYPE_MARK.as_ref().and_then(|regex| regex.captures(text)?.get(1)) else { return };
        let inside = within(tokens, &mark.range());
        if inside.start == 0 {
            return;
        }
        self.fields.push((inside.start - 1, Field::Title, NAMED));
        self.fields.extend(inside.clone().map(|at| (at, Field::Other, NAMED)));
        if inside.end < tokens.len() {
            self.continues[inside.end] += TYPE_BORDER;
            let field = if matches!(mark.as_str(), "J" | "N" | "C" | "J/OL" | "N/OL" | "C/OL") {
                Field::Venue
            } else {
                Field::Place
            };
            self.fields.push((inside.end, field, OWN_KIND));
        }
    }

    /// `Meyer, A. ; Schulz, B.: Title`, `SILVA, Maria das Graças da. Title`: the form of the names says where they end.
    fn names_apart(&mut self, text: &str, tokens: &[Token]) {
        let found = [&BEFORE_COLON, &CAPITALS, &AUTHORITY, &BODY, &BEFORE_NAMED_TITLE]
            .into_iter()
            .find_map(|names| names.as_ref()?.captures(text)?.get(1));
        let Some(names) = found else { return };
        let inside = within(tokens, &names.range());
        self.fields.extend(inside.clone().map(|at| (at, Field::Author, OWN_KIND)));
        // `(Hrsg.)`
        let mut at = inside.end;
        while tokens.get(at).and_then(|token| text.get(token.range.clone())).is_some_and(is_role) {
            self.fields.push((at, Field::Other, NAMED));
            at += 1;
        }
        if at < tokens.len() {
            self.continues[at] += NAMES_BORDER;
            // A year may follow them.
            if tokens[at].kind == TokenKind::Word {
                self.fields.push((at, Field::Title, NAMES_TITLE));
            }
        }
    }

    /// Identifiers and addresses tell of themselves what they are.
    fn kinds(&mut self, text: &str, tokens: &[Token]) {
        for (at, token) in tokens.iter().enumerate() {
            let field = match token.kind {
                TokenKind::Identifier => Field::Identifier,
                TokenKind::Url => Field::Url,
                TokenKind::Mixed if text.get(token.range.clone()).is_some_and(is_lettered_year) => {
                    Field::Date
                }
                _ => continue,
            };
            self.fields.push((at, field, OWN_KIND));
            self.continues[at] -= OWN_KIND;
        }
    }

    /// Words in italics inside a sentence (names of species and genes) say nothing, unless each field has a line of its own.
    fn italics(&mut self, text: &str, tokens: &[Token], inside: Range<usize>, lines: bool) {
        // Italics throughout are a style sheet's.
        if inside.len() * 2 > tokens.len() {
            return;
        }
        let gap = |at: usize| {
            let start =
                at.checked_sub(1).and_then(|before| tokens.get(before)).map_or(0, |token| token.range.end);
            let end = tokens.get(at).map_or(text.len(), |token| token.range.start);
            text.get(start..end).unwrap_or_default()
        };
        let before = inside.start.checked_sub(1).and_then(|before| tokens.get(before));
        let announced = before
            .and_then(|token| text.get(token.range.clone()))
            .is_some_and(|word| word.eq_ignore_ascii_case("in"));
        let parted =
            |gap: &str| gap.contains(|c: char| c.is_ascii_punctuation() || matches!(c, '”' | '’' | '»'));
        let after = inside.end >= tokens.len() || parted(gap(inside.end)) || {
            tokens.get(inside.end).is_some_and(|token| token.kind == TokenKind::Number)
        };
        if !lines && (inside.start > 0 && !announced && !parted(gap(inside.start)) || !after) {
            return;
        }
        let (field, value) = match (lines, is_title_after_names(text, tokens, &inside)) {
            (true, _) => (Field::Venue, NAMED),
            (false, true) => (Field::Title, NAMES_TITLE),
            (false, false) => (Field::Venue, ITALIC_VENUE),
        };
        let border = if lines { BLOCK_BORDER } else { ITALIC_BORDER };
        for at in inside.clone() {
            self.continues[at] += if at == inside.start { border } else { WITHIN_ITALICS };
            self.fields.push((at, field, value));
        }
        if let Some(continues) = self.continues.get_mut(inside.end) {
            *continues += ITALIC_BORDER;
        }
    }

    fn bold(&mut self, tokens: &[Token], inside: Range<usize>) {
        if let Some(token) = tokens.get(inside.start).filter(|_| inside.len() == 1)
            && token.kind == TokenKind::Number
            && token.range.len() != 4
        {
            self.fields.push((inside.start, Field::Volume, BOLD_VOLUME));
        }
    }

    fn named(&mut self, name: &str, inside: Range<usize>) {
        let field = match name {
            "surname" | "given-names" | "author" | "collab" => Field::Author,
            "article-title" => Field::Title,
            "year" => Field::Date,
            "volume" => Field::Volume,
            "issue" => Field::Issue,
            "fpage" | "lpage" | "elocation-id" => Field::Pages,
            // What calls itself a source may hold the whole rest of the entry: it is judged by its text.
            _ => return,
        };
        self.fields.extend(inside.map(|at| (at, field, NAMED)));
    }
}

/// The title in bold type that an entry begins with, as Manubot sets it, each field on a line of its own. Names in bold type hold none of
/// the small words of sentences.
fn bold_title(flow: &Flow, tokens: &[Token]) -> Option<Range<usize>> {
    let bold = flow.marks.iter().find(|mark| mark.kind == MarkKind::Bold)?;
    let inside = within(tokens, &bold.range);
    let text = flow.text.get(bold.range.clone())?;
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|word| !word.is_empty());
    let is_of_sentences = |word: &&str| {
        let small = word.to_lowercase();
        let function = [
            "of", "for", "in", "the", "with", "using", "from", "on", "to", "by", "via", "through", "is",
            "are",
        ];
        let of_names = ["and", "und", "van", "von", "der", "den", "del", "dos", "eds", "others"];
        let is_small = word.len() >= 3 && word.chars().all(|c| c.is_lowercase() || c == '-');
        function.contains(&small.as_str()) || is_small && !of_names.contains(word)
    };
    let told = words().filter(is_of_sentences).count() + usize::from(text.contains(": "));
    let needed = if words().count() > 3 { 1 } else { 2 };
    (inside.start == 0 && inside.end < tokens.len() && told >= needed).then_some(inside)
}

/// Names that an entry ends with here: `and S. S. P. Parkin, `, `Parkin, S. S. P., `, `et al., `.
static NAMES_END: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let initials = r"(?:\p{Lu}\p{Ll}?\.[ -]?)+";
    let family = r"(?:(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|’t|'t) )*\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?";
    Regex::new(&format!(r"(?:(?:^|[\s,&]){initials} ?{family}|{family},? {initials}|et al\.?)[,.:]? $")).ok()
});

/// Whether italics directly behind the names are the title, as physicists print it: a journal's name follows, not
/// the numbers that a journal in italics has behind it.
fn is_title_after_names(text: &str, tokens: &[Token], inside: &Range<usize>) -> bool {
    let (Some(first), Some(last)) = (tokens.get(inside.start), tokens.get(inside.end.saturating_sub(1)))
    else {
        return false;
    };
    let Some(next) = tokens.get(inside.end) else { return false };
    let follows = text.get(next.range.clone()).unwrap_or_default();
    let is_numbered = next.kind != TokenKind::Word
        || ["vol", "no", "nr", "bd", "pp", "p", "t", "ser", "in"].contains(&follows.to_lowercase().as_str());
    // The last names tell: a window keeps the search short.
    let before = text.get(..first.range.start).unwrap_or_default().trim_end_matches(['“', '"', '‘']);
    let mut from = before.len().saturating_sub(LONGEST_NAME);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let names = before.get(from..).unwrap_or_default();
    !is_numbered
        && inside.len() > 1
        && untitled::taken(text, &(first.range.start..last.range.end)) == Taken::Title
        && NAMES_END.as_ref().is_some_and(|regex| regex.is_match(names))
}
