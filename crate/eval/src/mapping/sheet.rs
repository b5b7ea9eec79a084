//! The mapper's figures in the form of all suites.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::row::Row;
use crate::mapping::edges::{EdgeCounts, Family};
use crate::results::{Bar, Figure, Unit};
use crate::results::{Sheet, key};
use crate::statistics::Share;

pub(super) fn sheet(pages: &[Row], families: &BTreeMap<Family, EdgeCounts>, paths: &[PathBuf]) -> Sheet {
    let with_gold = || pages.iter().filter(|row| row.gold > 0);
    let mut figures: Vec<Figure> =
        families.iter().flat_map(|(family, counts)| of_family(*family, counts)).collect();
    for (style, row) in with_gold().filter_map(|row| Some((row.style?, row))) {
        let (name, section) = (name(&row.file), format!("Pages: {style:?}"));
        let keyed = |column: &str| format!("pages/{}", key([&name, column]));
        let f1 = Figure::new(keyed("F1"), [&section, &name, "F1"], row.f1, Unit::Score).of(row.gold as u64);
        figures.push(f1);
        let kept = Figure::new(keyed("links kept"), [&section, &name, "links kept"], row.linked, Unit::Share);
        figures.push(kept.of(row.links as u64));
    }
    let all = pages.len() as u64;
    let met = Share::of(with_gold().filter(|row| row.met).count(), with_gold().count());
    figures.extend(met.figure("pages-that-meet-their-bar", ["All pages", "pages", "meet their bar"]));
    let read = pages.iter().filter(|row| row.problem.is_none()).count();
    figures.push(Figure::new("pages-read", ["All pages", "pages", "read"], read as f64, Unit::Count).of(all));
    Sheet {
        title: "Citations mapped to references".to_owned(),
        about: "Edges from citations to entries that the mapper finds with a page's own links hidden; the links are the gold. \
                Citations found where a page has no link are not judged. “Links kept” is the share of the links \
                that citations carry when links are used. Pages without links say nothing here."
            .to_owned(),
        figures,
        inputs: paths.to_vec(),
        ..Sheet::default()
    }
}

fn of_family(family: Family, counts: &EdgeCounts) -> Vec<Figure> {
    let row = family.name();
    let cell = |column: &str| {
        (key(["families", row, column]), ["Families of styles", row, column].map(str::to_owned))
    };
    let share = |column: &str, share: Share| {
        let (key, [section, row, column]) = cell(column);
        share.figure(key, [&section, &row, &column])
    };
    let (f1, [section, row, column]) = cell("F1");
    let f1 = Figure::new(f1, [&section, &row, &column], counts.f1(), Unit::Score)
        .of(counts.gold as u64)
        .aiming_at(Bar::AtLeast(family.bar()));
    let judged = counts.found.saturating_sub(counts.unlinked);
    let kept = share("links kept", Share::of(counts.kept, counts.links));
    [
        share("precision", Share::of(counts.right, judged)),
        share("recall", Share::of(counts.right, counts.gold)),
        Some(f1),
        kept.map(|kept| kept.aiming_at(Bar::AtLeast(1.0))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A page by its folder and its name, without its ending: pages of several folders are called alike.
fn name(file: &str) -> String {
    let path = Path::new(file);
    let folder = path.parent().and_then(Path::file_name).map(|folder| folder.to_string_lossy().into_owned());
    let page = path.file_stem().unwrap_or_default().to_string_lossy();
    folder.map_or_else(|| page.to_string(), |folder| format!("{folder}/{page}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_told_by_its_edges() {
        let counts = EdgeCounts {
            gold: 10,
            found: 12,
            right: 9,
            unlinked: 2,
            links: 5,
            kept: 5,
            ..EdgeCounts::default()
        };
        let figures = of_family(Family::Numeric, &counts);
        let told: Vec<(&str, f64, Option<u64>)> =
            figures.iter().map(|figure| (figure.key.as_str(), figure.value, figure.of)).collect();
        assert_eq!(
            told,
            [
                ("families/numeric/precision", 0.9, Some(10)),
                ("families/numeric/recall", 0.9, Some(10)),
                ("families/numeric/f1", counts.f1(), Some(10)),
                ("families/numeric/links-kept", 1.0, Some(5)),
            ]
        );
    }

    #[test]
    fn pages_are_called_by_their_folder_too() {
        assert_eq!(
            (name("/a/pages/one.v2.html"), name("one.html")),
            ("pages/one.v2".to_owned(), "one".to_owned())
        );
    }
}
