//! Another unit, or a percentage turned into a multiple.
use super::number::is_quantity;
use crate::chance::Chance;
use crate::misciting::figure::Figure;
use crate::misciting::material::{Corrupted, Material};

/// Units and what they are exchanged for.
const UNITS: [(&str, &str); 50] = [
    ("mg", "g"),
    ("g", "kg"),
    ("kg", "g"),
    ("μg", "mg"),
    ("µg", "mg"),
    ("ng", "μg"),
    ("pg", "ng"),
    ("ml", "l"),
    ("mL", "L"),
    ("μl", "ml"),
    ("μL", "mL"),
    ("µL", "mL"),
    ("mm", "cm"),
    ("cm", "m"),
    ("m", "km"),
    ("km", "m"),
    ("μm", "mm"),
    ("µm", "mm"),
    ("nm", "μm"),
    ("Å", "nm"),
    ("ha", "km2"),
    ("s", "min"),
    ("ms", "s"),
    ("min", "h"),
    ("h", "days"),
    ("seconds", "minutes"),
    ("minutes", "hours"),
    ("hours", "days"),
    ("days", "weeks"),
    ("weeks", "months"),
    ("months", "years"),
    ("years", "months"),
    ("year", "month"),
    ("mM", "M"),
    ("μM", "mM"),
    ("µM", "mM"),
    ("nM", "μM"),
    ("kPa", "MPa"),
    ("Pa", "kPa"),
    ("Hz", "kHz"),
    ("kHz", "MHz"),
    ("GHz", "MHz"),
    ("eV", "keV"),
    ("keV", "MeV"),
    ("MeV", "GeV"),
    ("GeV", "TeV"),
    ("kDa", "Da"),
    ("bp", "kb"),
    ("kb", "Mb"),
    ("Mb", "kb"),
];

/// Exchanges the unit of a number, or makes a change by per cent one by a factor.
pub(super) fn change(material: &Material<'_>, chance: &mut Chance) -> Option<Corrupted> {
    let clause = material.clause;
    let mut places: Vec<usize> = (0..clause.len()).filter(|&index| is_quantity(clause, index)).collect();
    chance.shuffle(&mut places);
    for index in places {
        let figure = Figure::of(&clause.0[index].core)?;
        let next = clause.low(index + 1);
        let ends = !clause.0[index].tail.is_empty()
            || ["in", "relative", "compared", "after", "during", "when", "at", "as", "over", "from"]
                .contains(&next.as_str());
        if figure.percent && clause.low_before(index) == "by" && ends {
            let factor = Figure { percent: false, ..figure }.written(figure.value);
            let words = format!("a factor of {factor}");
            let explanation = "The source states a change in per cent, not a factor.";
            return Some(material.changed(index..index + 1, &words, explanation));
        }
        let unit = clause.0.get(index + 1).map(|token| token.core.as_str()).unwrap_or_default();
        let Some((_, other)) = UNITS.iter().find(|(from, _)| *from == unit) else { continue };
        // "12 mg per day" is exchanged as well as "12 mg"; "3 m tall" and "5 years old" too.
        let number = clause.0[index].core.clone();
        let known = material.source.sentences.iter().any(|sentence| {
            sentence.text.contains(&format!("{number} {other}"))
                || sentence.text.contains(&format!("{number}{other}"))
        });
        if !known && clause.0[index].tail.is_empty() {
            let explanation = "The unit differs from the one that the source states.";
            return Some(material.changed(index + 1..index + 2, other, explanation));
        }
    }
    None
}
