//! Symbols of the chemical elements, and formulas made of them.

/// Symbols by atomic number, from hydrogen on.
const SYMBOLS: &[&str] = &[
    "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "Ar", "K",
    "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr",
    "Rb", "Sr", "Y", "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I", "Xe",
    "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm", "Sm", "Eu", "Gd", "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu",
    "Hf", "Ta", "W", "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra",
    "Ac", "Th", "Pa", "U", "Np", "Pu", "Am", "Cm", "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf", "Db",
    "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn", "Nh", "Fl", "Mc", "Lv", "Ts", "Og",
];

/// A chemical formula at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Formula {
    /// Atomic number of its first element.
    pub(super) first: u32,
    /// Nothing follows it.
    pub(super) whole: bool,
}

impl Formula {
    /// Reads symbols of elements with their counts; none if a text does not begin with one or the word goes on after them.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut first = None;
        while rest.starts_with(|c: char| c.is_uppercase()) {
            let (number, length) = element(rest)?;
            first.get_or_insert(number);
            rest =
                rest[length..].trim_start_matches(|c: char| c.is_ascii_digit() || ('₀'..='₉').contains(&c));
        }
        let first = first.filter(|_| !rest.starts_with(char::is_alphabetic))?;
        Some(Self { first, whole: rest.is_empty() })
    }
}

/// The element whose symbol a text begins with, by atomic number, and the bytes of the symbol: of two letters if they are one.
fn element(text: &str) -> Option<(u32, usize)> {
    let find = |symbol: &str| SYMBOLS.iter().position(|own| *own == symbol).map(|index| index as u32 + 1);
    let symbol = [2, 1].into_iter().find_map(|length| Some((find(text.get(..length)?)?, length)));
    // Deuterium and tritium.
    symbol.or_else(|| text.starts_with(['D', 'T']).then_some((1, 1)))
}

/// Whether an element has, or might have, isotopes of this mass number.
pub(super) fn is_plausible_mass(element: u32, mass: u32) -> bool {
    match element {
        1 => (1..=3).contains(&mass),
        2..=4 => (3..=14).contains(&mass),
        _ => mass * 2 >= element * 3 && mass <= element * 3,
    }
}

#[cfg(test)]
mod tests {
    use super::{Formula, is_plausible_mass};

    #[test]
    fn formulas_are_read() {
        let read = |text: &str| Formula::read(text).map(|formula| (formula.first, formula.whole));
        assert_eq!(read("CO2"), Some((6, true)));
        assert_eq!(read("C signals"), Some((6, false)));
        assert_eq!(read("Co"), Some((27, true)));
        assert_eq!(read("Carbon"), None);
        assert_eq!(read("Walls"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn masses_fit_their_elements() {
        for (element, mass) in [(1, 1), (6, 13), (8, 18), (43, 99), (92, 238), (2, 3)] {
            assert!(is_plausible_mass(element, mass), "{element} {mass}");
        }
        for (element, mass) in [(49, 13), (33, 12), (6, 2), (1, 12), (27, 13)] {
            assert!(!is_plausible_mass(element, mass), "{element} {mass}");
        }
    }
}
