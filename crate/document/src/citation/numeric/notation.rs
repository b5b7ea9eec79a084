//! Raised numbers that cite nothing: powers, mass numbers, orbitals, charges, fractions.
//!
//! A citation hangs on the word before it and is followed by white space or punctuation. What belongs to the word behind it
//! (`¹³C`), or to a symbol before it (`mc²`, `3d¹⁰`), is notation.

use std::ops::Range;

use super::elements::{Formula, is_plausible_mass};
use crate::citation::surface::BlockText;

/// Units whose squares and cubes are written.
const UNITS: &[&str] = &[
    "m", "cm", "mm", "km", "dm", "nm", "μm", "µm", "um", "pm", "fm", "s", "ms", "kg", "ft", "yd", "mi", "Å",
    "eV", "keV", "MeV", "GeV", "TeV", "pc", "kpc", "Mpc", "Gpc", "AU", "deg", "arcmin", "arcsec", "rad",
    "Hz", "px", "ha",
];

/// Functions and quantities of several letters that are squared.
const FUNCTIONS: &[&str] = &["sin", "cos", "tan", "sinh", "cosh", "log", "ln", "exp", "mc", "chi", "Chi"];

/// Capitals that stand for quantities rather than for the end of a name (`vitamin D`, `hepatitis B`).
const QUANTITIES: &[&str] = &["R", "N", "T", "I", "X", "Q"];

/// Words that stand right before a quantity and not before the last letter of a name.
const BEFORE_QUANTITIES: &[&str] = &["in", "on", "the", "an", "into", "onto", "over", "where", "let"];

/// Words that stand right behind a quantity.
const BEHIND_QUANTITIES: &[&str] = &[
    "norm",
    "norms",
    "space",
    "spaces",
    "error",
    "loss",
    "distance",
    "penalty",
    "regularization",
    "statistic",
    "values",
    "value",
    "sphere",
    "manifold",
];

/// Shells and hybrids without their number: `sp³`, `t₂g⁶`.
const ORBITALS: &[&str] = &[
    "s", "p", "d", "f", "sp", "dsp", "spd", "t2g", "eg", "t2", "a1g", "t1u", "a1", "b1", "b2", "π", "σ", "δ",
    "π*", "σ*",
];

/// Most electrons of a shell.
const SHELL: u32 = 14;

/// Operators that make a factor of what stands beside them.
const OPERATORS: &str = "=×·∝≈≥≤±∼√∫∑+−*^";

/// Short words that may end a clause on which a citation hangs.
const ENGLISH: &[&str] = &[
    "is", "it", "in", "at", "as", "on", "or", "so", "to", "up", "we", "us", "of", "no", "all", "are", "was",
];

/// Bytes on either side of a number in which its notation stands: without a bound, a page of raised numbers would be read
/// once for each of them.
const NEAR: usize = 120;

/// Whether a raised number is notation and cites nothing.
pub(super) fn is_notation(block: BlockText<'_>, run: &Range<usize>) -> bool {
    let raised: String =
        block.text[run.clone()].trim().chars().map(super::superscript::from_superscript).collect();
    let text = block.text;
    let own = text.get(run.clone()).unwrap_or_default();
    // `<sup> 15</sup>N`: white space inside.
    let start = run.start + own.len() - own.trim_start().len();
    let run = &(start.min(run.end)..run.end);
    let before = &text[text.ceil_char_boundary(run.start.saturating_sub(NEAR))..run.start];
    let after = &text[run.end..text.floor_char_boundary(run.end + NEAR)];
    let isomer = raised.strip_suffix(['m', 'g']).unwrap_or(&raised);
    if let Ok(mass) = isomer.parse::<u32>()
        && is_mass_number(mass, before, after)
    {
        return true;
    }
    let Ok(value) = raised.parse::<u32>() else { return false };
    is_fraction(before, after)
        || is_multiplicity(value, before, after)
        || is_charge(value, before, after)
        || is_electrons(value, before)
        || is_of_statistic(value, before, after)
        || is_power(value, before, after)
}

/// Whether a raised number may begin a word: nothing that a citation could hang on stands right before it.
fn begins_word(before: &str) -> bool {
    before.chars().next_back().is_none_or(|c| {
        c.is_whitespace()
            || matches!(c, '(' | '[' | '{' | '/' | '-' | '–' | '—' | '−' | '‐' | '‑' | '+' | '=' | '≡' | '·')
            || matches!(c, 'δ' | 'Δ' | 'ε' | 'Ε')
    })
}

/// `¹³C`, `δ¹⁸O`, `⁹⁹ᵐTc`, `[¹⁸F]FDG`, `Na¹³CO₃`; a lowered number may stand beside it: `¹⁴₆C`.
fn is_mass_number(mass: u32, before: &str, after: &str) -> bool {
    let bare = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let atomic = before.len() - bare.len();
    let inside =
        || last_word(before).is_some_and(|word| Formula::read(word).is_some_and(|formula| formula.whole));
    // `¹²C(α,γ)¹⁶O`
    let reaction = before.ends_with([')', ']']);
    if !(begins_word(before) || (1..=3).contains(&atomic) && begins_word(bare) || reaction || inside()) {
        return false;
    }
    // `¹³ C`: a space that a converter put between. Symbols of two letters may be words (`He`, `In`).
    let spaced =
        after.strip_prefix([' ', '\u{a0}', '\u{2009}']).filter(|_| !reaction).is_some_and(|symbol| {
            let word = symbol.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            word.len() == 1
                && !matches!(word, "I" | "D" | "T")
                && Formula::read(word).is_some_and(|formula| is_plausible_mass(formula.first, mass))
        });
    if spaced {
        return true;
    }
    let symbol = after.trim_start_matches(|c: char| c.is_ascii_digit());
    let symbol = if after.len() - symbol.len() <= 3 { symbol } else { after };
    Formula::read(symbol).is_some_and(|formula| is_plausible_mass(formula.first, mass))
}

/// `³P₀`, `¹O₂`, `³J = 7 Hz`: multiplicities of terms and states, and coupling constants over so many bonds.
fn is_multiplicity(value: u32, before: &str, after: &str) -> bool {
    if !begins_word(before) || !(1..=9).contains(&value) {
        return false;
    }
    let mut symbols = after.chars();
    let (first, next) = (symbols.next(), symbols.next());
    let ends = next.is_none_or(|c| !c.is_lowercase());
    match first {
        Some('J' | 'Σ' | 'Π' | 'Δ' | 'Φ') => ends,
        Some('S' | 'P' | 'D' | 'F' | 'G' | 'A' | 'B' | 'E' | 'T') => next.is_some_and(|c| {
            c.is_ascii_digit() || matches!(c, '₀'..='₉' | '°' | '→' | '–' | '-' | '′' | '″')
        }),
        Some('O') => value <= 3 && next == Some('2'),
        _ => false,
    }
}

/// `¹⁄₂`, `3¹/₂`
fn is_fraction(before: &str, after: &str) -> bool {
    let opens =
        before.chars().next_back().is_none_or(|c| c.is_whitespace() || c.is_ascii_digit() || c == '(');
    let rest = after.strip_prefix(['⁄', '/']);
    opens
        && rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || ('₀'..='₉').contains(&c)))
}

/// `Ca²⁺`, `SO₄²⁻` where only the number was raised with the text around it.
fn is_charge(value: u32, before: &str, after: &str) -> bool {
    let mut signs = after.chars();
    let sign = signs.next().is_some_and(|c| matches!(c, '+' | '−' | '-' | '–' | '⁺' | '⁻'));
    let alone = signs.next().is_none_or(|c| !c.is_alphanumeric());
    let word = last_word(before);
    value <= 8
        && sign
        && alone
        && word.is_some_and(|word| Formula::read(word).is_some_and(|formula| formula.whole))
}

/// `3d¹⁰`, `1s²2s²2p⁶`, `sp³`, `t₂g⁶`
fn is_electrons(value: u32, before: &str) -> bool {
    if !(1..=SHELL).contains(&value) {
        return false;
    }
    let Some(word) = last_word(before) else { return false };
    let mut letters = word.chars().rev();
    let shell = letters.next().is_some_and(|c| matches!(c, 's' | 'p' | 'd' | 'f'))
        && letters.next().is_some_and(|c| matches!(c, '1'..='7'))
        && letters.next().is_none_or(|c| !c.is_alphabetic() || matches!(c, 's' | 'p' | 'd' | 'f'));
    // `d²sp³`
    let hybrid =
        word.rsplit(|c: char| c.is_ascii_digit()).next().is_some_and(|last| matches!(last, "sp" | "p"))
            && word.starts_with(['d', 's', 'p']);
    shell || hybrid || ORBITALS.contains(&word) && (value > 1 || word.len() > 1)
}

/// `r ²=0.0025`, `χ ² > 3.8`: a symbol whose power is compared with a number, set apart from it.
fn is_of_statistic(value: u32, before: &str, after: &str) -> bool {
    let symbol = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    let symbol = symbol.trim_start_matches(['(', '[']);
    let compared = after.trim_start().strip_prefix(['=', '<', '>', '≈', '≥', '≤', '~', '∼']);
    (2..=4).contains(&value)
        && symbol.chars().filter(|c| c.is_alphabetic()).count() == 1
        && symbol.chars().count() <= 2
        && compared
            .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '.'))
}

/// `10³`, `cm²`, `R²`, `mc²`, `(a + b)²`: mathematics and units.
fn is_power(value: u32, before: &str, after: &str) -> bool {
    let small = (2..=4).contains(&value);
    if before.ends_with('|') || is_sum_in_brackets(before) {
        return small;
    }
    let Some(word) = last_word(before) else { return false };
    let start = before.len() - word.len();
    let left = &before[..start];
    let number = word.chars().all(|c| c.is_ascii_digit());
    if (word == "10" || word.ends_with("x10")) && value < 25 {
        return true;
    }
    // `IL-2`, `COVID-19`: a name that ends in a number.
    let named =
        left.strip_suffix(['-', '‐', '‑', '–']).is_some_and(|name| name.ends_with(char::is_alphabetic));
    if named {
        return false;
    }
    if number {
        return small && word.len() < 4 || is_computed(left, after) && value < 25;
    }
    let mut letters = word.chars();
    let single = letters.next().filter(|_| letters.next().is_none());
    let power = match single {
        Some(c) if c.is_lowercase() && c.is_ascii() => (2..=9).contains(&value),
        Some(c) if ('α'..='ω').contains(&c) || ('Α'..='Ω').contains(&c) => (2..=9).contains(&value),
        // `ℝ³`
        Some(c) if matches!(c, '\u{2102}'..='\u{2134}') || c >= '\u{1d400}' => value <= 9,
        Some(_) => small && (QUANTITIES.contains(&word) || UNITS.contains(&word) || is_quantity(left, after)),
        None => small && (UNITS.contains(&word) || FUNCTIONS.contains(&word)),
    };
    // `4πr²`
    let factors = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let product = factors.starts_with(|c: char| ('α'..='ω').contains(&c))
        && matches!(factors.chars().count(), 2 | 3)
        && factors.ends_with(|c: char| c.is_ascii_lowercase());
    // `5 in²`; but `described in²` is no measure.
    let inches = word == "in" && left.trim_end().ends_with(|c: char| c.is_ascii_digit());
    // `x1²`; but in `CO₂³` the number belongs to a formula, which may end a sentence.
    let indexed = word.len() < 4
        && word.ends_with(|c: char| c.is_ascii_digit())
        && !Formula::read(word).is_some_and(|formula| formula.whole);
    // `(Pm⁴)`: a name with a superscript of its own.
    let own = left.ends_with('(') && word.len() <= 3 && after.starts_with(')');
    let factor = word.chars().count() <= 3
        && !ENGLISH.contains(&word.to_lowercase().as_str())
        && is_computed(left, after);
    power || (inches || indexed || product) && small || own || factor && (2..=12).contains(&value)
}

/// `in S²`, `L² norm`: words that stand before or behind a quantity; a name has its noun before it (`vitamin A`).
fn is_quantity(left: &str, after: &str) -> bool {
    let word_before = left.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    let word_after =
        after.strip_prefix([' ', '-']).unwrap_or_default().split(|c: char| !c.is_alphabetic()).next();
    left.ends_with(char::is_whitespace) && BEFORE_QUANTITIES.contains(&word_before.to_lowercase().as_str())
        || word_after.is_some_and(|word| BEHIND_QUANTITIES.contains(&word))
}

/// Whether an operator stands right before a factor or right behind its exponent.
fn is_computed(left: &str, after: &str) -> bool {
    let before = left.trim_end().chars().next_back();
    let behind = after.trim_start().chars().next();
    before
        .is_some_and(|c| OPERATORS.contains(c) || c.is_ascii_digit() && !left.ends_with(char::is_whitespace))
        || behind.is_some_and(|c| OPERATORS.contains(c))
}

/// `(a + b)`, `(1 − x)`: a bracket that holds a sum of short terms.
fn is_sum_in_brackets(before: &str) -> bool {
    let Some(inside) = before.strip_suffix(')') else { return false };
    let Some(inside) = inside.rfind('(').and_then(|open| inside.get(open + 1..)) else { return false };
    let spaced = [" + ", " − ", " - ", " – ", "+", "−"];
    spaced.iter().any(|sign| inside.contains(sign))
        && inside.contains(char::is_alphabetic)
        && inside
            .split(|c: char| c.is_whitespace() || matches!(c, '+' | '−' | '-' | '–' | '·' | '/' | '×'))
            .all(|term| term.chars().count() <= 3 && term.chars().all(char::is_alphanumeric))
}

/// The letters and digits right before a raised number.
fn last_word(before: &str) -> Option<&str> {
    let start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| {
            c.is_alphanumeric() && super::superscript::from_superscript(*c) == *c
                || matches!(c, 'µ' | '*' | '₀'..='₉')
        })
        .last()
        .map(|(at, _)| at)?;
    before.get(start..).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::is_notation;
    use crate::citation::surface::BlockText;

    /// Whether the number in `^…^` is notation.
    fn notation(marked: &str) -> bool {
        let parts: Vec<&str> = marked.split('^').collect();
        let [before, raised, after] = parts.as_slice() else { return false };
        let text = format!("{before}{raised}{after}");
        is_notation(BlockText::plain(&text), &(before.len()..before.len() + raised.len()))
    }

    #[test]
    fn a_power_that_is_compared_with_a_number_may_stand_apart_from_its_symbol() {
        for marked in ["(LD r ^2^=0.0025)", "with R ^2^ > 0.80", "χ ^2^ = .04", "(I ^2^=75%)"] {
            assert!(notation(marked), "{marked}");
        }
        for marked in ["as they found ^2^ in 2001", "of vitamin D ^2^ and more", "a result ^2^=3 of them"] {
            assert!(!notation(marked), "{marked}");
        }
    }

    #[test]
    fn symbols_keep_their_numbers() {
        for marked in [
            "Signals of ^13^C agreed",
            "^14^C-dated wood",
            "water with ^18^O.",
            "the ^1^H NMR",
            "δ^15^N rose",
            "^99m^Tc scans",
            "[^18^F]FDG",
            "of ^13^CO2 and",
            "^235^U decays",
            "Sr/^86^Sr",
            "6^12^C",
            "^14^6C",
            "H2^18^O",
            "^1^H–13C",
            "the ^3^P0 state",
            "singlet ^1^O2",
            "with ^3^J = 7 Hz",
            "E = mc^2^ here",
            "10^5^ cells",
            "in cm^2^",
            "r^2^ = 0.9",
            "R^2^",
            "x^5^ grows",
            "χ^2^ test",
            "πr^2^ is",
            "a^2^ + b2",
            "2^10^ = 1024",
            "3d^10^ shell",
            "1s^2^2s2",
            "1s22s^2^2p6",
            "sp^3^ carbon",
            "sp^2^-hybridised",
            "d2sp^3^",
            "d^10^ ions",
            "t2g^6^",
            "eg^2^",
            "Ca^2^+ ions",
            "SO4^2^−.",
            "of ^1^⁄2 an",
            "(a + b)^2^",
            "(1 − x)^2^",
            "|ψ|^2^",
            "GeV/c^2^",
            "per km^2^.",
            "η^5^-C5H5",
            "5 in^2^",
            "x1^2^",
            "12C(α,γ)^16^O rate",
            "of ^13^ C nuclei",
            "in ℝ^3^.",
            "on S^2^ and",
            "an L^2^ norm",
            "𝔽^2^ is",
        ] {
            assert!(notation(marked), "{marked}");
        }
    }

    #[test]
    fn citations_hang_on_words() {
        for marked in [
            "for decades.^1^ Pores",
            "above 900 K,^3^ and",
            "in H2O.^5^ Then",
            "of CO2^3^ and",
            "in H2O^5^ is",
            "COVID-19^2^ is",
            "of IL-2^3^ and",
            "vitamin D^3^ helps",
            "hepatitis B^2^ and",
            "(WHO)^2^ says",
            "(p < 0.05)^3^ and",
            "Foams^4^ In",
            "walls.^13^In glass",
            "claim. ^4^ Walls",
            "walls ^2^In",
            "steel^2^",
            "et al.^12^ Carbon",
            "signals.^12^",
            "TNF-α^3^ rose",
            "described in^2^ detail",
            "C. elegans^13^ Cells",
            "a–c)^2^",
            "(panels a–c)^2^ and",
            "year 2010^3^",
        ] {
            assert!(!notation(marked), "{marked}");
        }
    }
}
