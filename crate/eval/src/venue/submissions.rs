//! Submissions that cite the works of the library: few works often, most of them once or twice.
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use citelight_cli::failure::Failure;

use super::library::{Library, Named, WORKS, Work, drawn};

/// Popularity by rank (Zipf and Mandelbrot): a work of rank k is cited in proportion to 1 / (k + SHIFT)^EXPONENT. Of 150,000
/// references 46 % are then to different works, and the best known one stands in every sixth submission (assumptions).
const EXPONENT: f64 = 0.8;
const SHIFT: f64 = 10.0;
/// Of the references, so many are invented (an assumption).
const INVENTED: f64 = 0.01;

/// What every submission of a venue cites.
pub(super) struct Venue {
    library: Library,
    seed: u64,
    references: usize,
    /// Sums of the popularity up to each rank.
    sums: Vec<f64>,
}

impl Venue {
    pub(super) fn new(library: Library, seed: u64, references: usize) -> Self {
        let mut sum = 0.0;
        let sums = (1..=WORKS).map(|rank| {
            sum += libm::pow(rank as f64 + SHIFT, -EXPONENT);
            sum
        });
        Self { library, seed, references, sums: sums.collect() }
    }

    /// The works that a submission cites, each once.
    pub(super) fn cited(&self, submission: usize) -> Vec<Work> {
        let mut cited = Vec::new();
        let mut seen = BTreeSet::new();
        let mut draw = 0;
        while cited.len() < self.references {
            let drawn = |what: u64| drawn(self.seed, &[100 + what, submission as u64, draw]);
            let number = if drawn(1) < INVENTED {
                WORKS + submission * self.references + cited.len()
            } else {
                let place = drawn(2) * self.sums.last().copied().unwrap_or_default();
                self.sums.partition_point(|sum| *sum <= place).min(WORKS - 1)
            };
            draw += 1;
            if seen.insert(number) {
                cited.push(Work(number));
            }
        }
        cited
    }

    /// Writes a submission as a page.
    pub(super) fn write(&self, submission: usize, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(format!("submission-{submission:05}.html"));
        std::fs::write(&path, self.page(submission))
            .map_err(|error| Failure::Unwritable { path, reason: error.to_string() })
    }

    fn page(&self, submission: usize) -> String {
        let cited = self.cited(submission);
        let mut page = format!(
            "<!DOCTYPE html><html><head><title>Submission {submission}</title></head><body><article>\
             <h1>Submission {submission}</h1><h2>Introduction</h2>\n"
        );
        for (at, work) in cited.iter().enumerate() {
            let title = self.library.title(*work).to_lowercase();
            let number = at + 1;
            let percent = 5 + at;
            // Writing to a string cannot fail.
            let _ = writeln!(
                page,
                "<p>Earlier work measured {title} and found that errors fall by {percent} percent \
                 <a href=\"#r{number}\">[{number}]</a>. We ask below whether this holds for larger samples.</p>"
            );
        }
        page.push_str("<h2>References</h2><ol class=\"references\">\n");
        for (at, work) in cited.iter().enumerate() {
            let _ = writeln!(page, "<li id=\"r{}\">{}</li>", at + 1, self.entry(*work));
        }
        page.push_str("</ol></article></body></html>\n");
        page
    }

    fn entry(&self, work: Work) -> String {
        let [first, second] =
            self.library.authors(work).map(|(family, initial)| format!("{family} {initial}."));
        let (title, year) = (self.library.title(work), self.library.year(work));
        let entry =
            format!("{first}, {second} {title}. Proceedings of the Conference on Made-up Learning. {year}.");
        let identifier = match self.library.named(work) {
            Named::Doi => self.library.doi(work).map(|doi| format!(" doi:{doi}")),
            Named::Arxiv => self.library.arxiv(work).map(|id| format!(" arXiv:{id}")),
            Named::TitleAlone => None,
        };
        entry + &identifier.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn few_works_are_cited_often_and_most_seldom() {
        let venue = Venue::new(Library::new(1), 1, 50);
        let mut times: BTreeMap<Work, usize> = BTreeMap::new();
        let submissions = 400;
        for submission in 0..submissions {
            let cited = venue.cited(submission);
            assert_eq!(cited.iter().collect::<BTreeSet<_>>().len(), 50);
            for work in cited {
                *times.entry(work).or_default() += 1;
            }
        }
        let distinct = times.len() as f64 / (submissions * 50) as f64;
        assert!((0.65..0.85).contains(&distinct), "{distinct}");
        let most = times.values().max().copied().unwrap_or_default();
        assert!((submissions / 10..submissions / 4).contains(&most), "{most}");
        let invented = times.keys().filter(|work| work.0 >= WORKS).count() as f64;
        assert!((invented / (submissions * 50) as f64 - INVENTED).abs() < 0.004, "{invented}");
    }
}
