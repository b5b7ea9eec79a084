//! How time and output grow with the input: ten times the input takes at most [`MOST_GROWTH`] times as long, whatever it is
//! made of, and what comes out stays small. Time is the processor's, so that a busy machine changes nothing.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write;
use std::time::Duration;

use citelight::Settings;
use citelight::audit::event::NoticeCode;
use citelight::audit::view::view_of;
use citelight::audit::{Cancel, Report, audit_document};
use citelight::citation::Mapping;
use citelight::document::files::{NamedFile, Opened, open};
use citelight::document::{AnomalyKind, Companion, Document, Input, parse};
use citelight::export::{CheckExport, MapExport};
use citelight::resolve::corrections::read_bibtex;
use citelight::resolve::integrity::{CheckSettings, Day, inquire};
use citelight::sources::local::LocalStore;
use futures_util::FutureExt;

#[path = "support/bare_context.rs"]
mod bare_context;
#[path = "../../document/tests/support/clock.rs"]
mod clock;
#[path = "support/no_pause.rs"]
mod no_pause;

use bare_context::bare_context;
use clock::Stopwatch;

/// How much longer ten times the input may take.
const MOST_GROWTH: f64 = 12.0;
/// What is faster than this says nothing about growth. Sizes are such that the smaller input reaches what is bounded, too: up to a
/// bound, each of as many names is compared with as many entries.
const LEAST: Duration = Duration::from_millis(30);
/// How long the small input is worked on before and after the large one, unless five times take less.
const ENOUGH: Duration = Duration::from_millis(300);
/// Rounds in which both times are taken.
const MOST_ROUNDS: usize = 3;
/// A name, a size, and what makes an input of a size.
type Shape<'a> = (&'a str, usize, &'a dyn Fn(usize) -> String);
const TODAY: Day = Day { year: 2026, month: 11, day: 22 };

fn time_of(work: &mut dyn FnMut()) -> Duration {
    let watch = Stopwatch::start();
    work();
    watch.spent()
}

/// Runs the work on an input of a size and on one ten times as large.
fn assert_linear<T>(name: &str, size: usize, make: impl Fn(usize) -> T, work: impl Fn(&T)) {
    let (small, large) = (make(size), make(10 * size));
    let growth = |(short, long): &(Duration, Duration)| long.as_secs_f64() / LEAST.max(*short).as_secs_f64();
    // A machine is not always equally fast. The small input is worked on before the large one and after it, so that what slows the machine
    // for a while slows both; several times if that takes little time. A round that was disturbed all the same is taken anew.
    let once = time_of(&mut || work(&small));
    let repeats = (ENOUGH.as_secs_f64() / once.as_secs_f64()).clamp(1.0, 5.0) as u32;
    let repeated = || time_of(&mut || (0..repeats).for_each(|_| work(&small)));
    let round = || {
        let before = repeated();
        let long = time_of(&mut || work(&large));
        ((before + repeated()) / (2 * repeats), long)
    };
    let mut rounds = (0..MOST_ROUNDS).map(|_| round());
    let mut seen: Vec<(Duration, Duration)> = Vec::new();
    let linear = rounds.any(|round| {
        seen.push(round);
        growth(&round) <= MOST_GROWTH
    });
    println!("{name}: {seen:?}");
    assert!(linear, "{name}: {seen:?}");
}

fn mapped(text: &str) -> Document {
    parse(Input::new(text, "made.html")).unwrap()
}

fn checked(document: &Document) -> Report {
    let context = bare_context();
    let settings = Settings::default();
    pollster::block_on(audit_document(document, &context, &settings, &Cancel::default(), &mut |_| ()))
}

/// The bytes that `citelight map` and `citelight check` write.
fn written(document: &Document, report: Report) -> usize {
    let map = serde_json::to_string(&MapExport::new(view_of(document))).unwrap();
    let check = serde_json::to_string(&CheckExport::new(report, Vec::new())).unwrap();
    map.len() + check.len()
}

fn page(body: &str, references: impl Iterator<Item = String>) -> String {
    let list: String = references.map(|entry| format!("<li>{entry}</li>")).collect();
    format!(
        "<html><body><article><h1>On sleep</h1><h2>Introduction</h2>{body}<h2>References</h2>\
         <ol class=\"references\">{list}</ol></article></body></html>"
    )
}

fn numbered(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|n| format!("Author{n} A. Paper {n} on sleep. J Sleep. 2001;{n}:1-9."))
}

fn smiths(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|n| format!("Smith, A. (2020). A study of sleep number {n}. Journal of Sleep, 12, 1–9."))
}

fn repeated(count: usize, mut part: impl FnMut(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, n| {
        text.write_str(&part(n)).unwrap();
        text
    })
}

/// Ranges of numbers, each a citation of 150 entries.
fn ranges(count: usize) -> String {
    page(&"<p>We slept [1-150].</p>".repeat(count), numbered(150))
}

/// Citations that fit every entry: one author, one year.
fn same_author_and_year(count: usize) -> String {
    page(&"<p>We slept well at night (Smith, 2020).</p>".repeat(count), smiths(count / 2))
}

/// The same beside citations that fit one entry each.
fn mostly_same_author_and_year(count: usize) -> String {
    let known = repeated(count / 10, |n| format!("<p>We slept (Author{n}, 2019).</p>"));
    let body = known + &"<p>We slept well at night (Smith, 2020).</p>".repeat(count);
    let others =
        (0..count / 10).map(|n| format!("Author{n}, A. (2019). On sleep {n}. Journal of Sleep, 12, 1–9."));
    page(&body, others.chain(smiths(count / 2)))
}

/// A sentence without an end, in pieces as small as a number.
fn linked_in_one_paragraph(count: usize) -> String {
    let body = repeated(count, |n| format!("we slept [<a href=\"#r{n}\">{n}</a>], "));
    let entries = (0..count).map(|n| format!("<span id=\"r{n}\">Author{n} A. Sleep. J. 2001.</span>"));
    page(&format!("<p>{body}</p>"), entries)
}

fn assert_pages_linear(shapes: &[Shape<'_>]) {
    for (name, size, make) in shapes {
        assert_linear(name, *size, make, |text| {
            let document = mapped(text);
            written(&document, checked(&document));
        });
    }
}

// The pages are divided between two tests, so that they run in parallel.
#[test]
fn pages_of_many_names_are_mapped_and_checked_in_time_that_grows_with_them() {
    assert_pages_linear(&[
        ("ranges", 60, &ranges),
        ("same author and year", 420, &same_author_and_year),
        ("mostly same author and year", 420, &mostly_same_author_and_year),
        ("many authors", 60, &|count| {
            let body = repeated(count, |n| format!("<p>We slept (Author{n}, 2020).</p>"));
            page(&body, (0..count).map(|n| format!("Author{n}, A. (2020). On sleep {n}. J Sleep, 12, 1–9.")))
        }),
        ("one first author, many others", 220, &|count| {
            let body = repeated(count, |n| format!("<p>We slept (Smith & Author{n}, 2020).</p>"));
            page(
                &body,
                (0..count).map(|n| format!("Smith, A., & Author{n}, B. (2020). On sleep {n}. J Sleep, 12.")),
            )
        }),
        ("bodies with the same acronym", 220, &|count| {
            let body = "<p>We slept (WHO, 2020), said the World Health Organization (WHO).</p>".repeat(count);
            page(
                &body,
                (0..count).map(|n| format!("World Health Organization (WHO). 2020. Report {n}. Geneva.")),
            )
        }),
        ("titles in place of authors", 220, &|count| {
            let body = "<p>We slept (“A study of sleep”, 2020).</p>".repeat(count);
            page(
                &body,
                (0..count).map(|n| format!("A study of sleep, part {n}. (2020). Journal of Sleep, 12, 1–9.")),
            )
        }),
        ("broken keys", 150, &|count| {
            page(&"<p>We slept smi20 and (Lee, 2019).</p>".repeat(count), smiths(count))
        }),
        ("one giant paragraph", 60, &|count| {
            page(&format!("<p>{}</p>", "We slept [1-150] and woke [3], ".repeat(count)), numbered(150))
        }),
        ("one giant paragraph of names", 330, &|count| {
            page(&format!("<p>{}</p>", "as Smith (2020) slept, ".repeat(count)), smiths(count))
        }),
    ]);
}

#[test]
fn pages_of_odd_structure_are_mapped_and_checked_in_time_that_grows_with_them() {
    // How many of these are checked is bounded, so that mapping them is measured by itself.
    assert_linear("linked citations in one paragraph", 400, linked_in_one_paragraph, |text| {
        mapped(text);
    });
    assert_pages_linear(&[
        ("identical entries", 60, &|count| {
            page(&"<p>We slept well [1].</p>".repeat(count), (0..count).map(|_| smiths(1).next().unwrap()))
        }),
        ("many lists", 12, &|count| {
            let lists = repeated(count, |n| {
                let entries: String = smiths(3).map(|entry| format!("<li>{entry}</li>")).collect();
                format!(
                    "<h2>Part {n}</h2><p>We slept [1], and woke [2].</p><h3>References</h3><ol>{entries}</ol>"
                )
            });
            format!("<html><body><article><h1>On sleep</h1>{lists}</article></body></html>")
        }),
        ("much text before two lists", 100, &|count| {
            let text = "<h2>Part</h2><p>We slept well at night.</p>".repeat(count);
            let list = "<h3>References</h3><ol><li>Smith, A. (2020). Sleep. J Sleep, 1.</li><li>Lee, B. (2019). Sleep. J Sleep, 2.</li></ol>";
            format!(
                "<html><body><article><h1>On sleep</h1>{text}{list}<h2>More</h2>{text}{list}</article></body></html>"
            )
        }),
        ("deep nesting", 25, &|count| {
            let (open, close) = ("<div>".repeat(count), "</div>".repeat(count));
            page(&format!("{open}{}{close}", "<p>We slept [1].</p>".repeat(count)), numbered(10))
        }),
        ("a table of many cells", 500, &|count| {
            let rows = repeated(count, |n| format!("<tr><td>{n}</td><td>Smith [1]</td></tr>"));
            page(&format!("<table>{rows}</table>"), numbered(10))
        }),
        ("many years of one author", 2_000, &|count| {
            page(&format!("<p>Smith ({}) slept.</p>", "2020, ".repeat(count)), smiths(10))
        }),
        ("attributes of one tag", 20_000, &|count| {
            page(&format!("<p {}>We slept [1].</p>", repeated(count, |n| format!("a{n} "))), numbered(10))
        }),
        ("attributes behind a quotation mark that is none", 20_000, &|count| {
            let attributes = repeated(count, |n| format!("a{n} "));
            page(&format!("<script>a <b ='</script><p {attributes}>We slept [1].</p>"), numbered(10))
        }),
        ("notes that cite in full", 200, &|count| {
            let body = repeated(count, |n| {
                format!("<p>We slept<sup><a href=\"#fn{n}\" id=\"m{n}\">{n}</a></sup>.</p>")
            });
            // Five digits throughout: with four, the titles of a large input would be years, which its small one has none of.
            let notes = repeated(count, |n| {
                let paper = 10_000 + n;
                format!(
                    "<li id=\"fn{n}\"><a href=\"#m{n}\">^</a> Ann Smith, Paper {paper} on sleep (London: Press, 2001), {n}.</li>"
                )
            });
            format!(
                "<html><body><article><h1>On sleep</h1>{body}<h2>Notes</h2><ol>{notes}</ol></article></body></html>"
            )
        }),
        ("short sentences", 400, &|count| {
            page(&format!("<p>{} So it is [1].</p>", "We slept. ".repeat(count)), numbered(10))
        }),
    ]);
}

#[test]
fn other_formats_are_mapped_and_checked_in_time_that_grows_with_them() {
    assert_pages_linear(&[
        ("Markdown", 100, &|count| {
            let list = repeated(100, |n| format!("{}. Author{n} A. Paper {n}. J Sleep. 2001;{n}.\n", n + 1));
            format!("# On sleep\n\n{}\n## References\n\n{list}", "We slept [1-100].\n\n".repeat(count))
        }),
        ("LaTeX", 100, &|count| {
            let items =
                repeated(count, |n| format!("\\bibitem{{k{n}}} A. Author{n}, Paper {n}, J. Sleep, 2001.\n"));
            let text = repeated(count, |n| format!("We slept \\cite{{k{n},k0,k1}}.\n\n"));
            format!(
                "\\documentclass{{article}}\\begin{{document}}\n{text}\\begin{{thebibliography}}{{9}}\n{items}\\end{{thebibliography}}\\end{{document}}"
            )
        }),
        ("JATS", 60, &|count| {
            let text = repeated(count, |n| {
                format!("<p>We slept [<xref ref-type=\"bibr\" rid=\"b{n}\">{n}</xref>].</p>")
            });
            let list = repeated(count, |n| {
                format!(
                    "<ref id=\"b{n}\"><mixed-citation>Smith A. Paper {n}. J Sleep. 2001.</mixed-citation></ref>"
                )
            });
            format!(
                "<?xml version=\"1.0\"?><article><front></front><body><sec><title>One</title>{text}</sec></body><back><ref-list>{list}</ref-list></back></article>"
            )
        }),
        ("plain text", 100, &|count| {
            format!(
                "{}\nReferences\n{}",
                "We slept [1-100].\n\n".repeat(count),
                repeated(100, |n| format!("[{}] A. Author{n}. Paper. 2001.\n", n + 1))
            )
        }),
    ]);
}

/// Reads a bibliography and checks every entry, as `citelight bib` does.
fn check_bibliography(text: &str, store: &LocalStore) {
    for entry in read_bibtex(text) {
        inquire(&entry.entry, &[store], None, TODAY, &CheckSettings::default()).now_or_never().unwrap();
    }
}

#[test]
fn bibliographies_are_checked_in_time_that_grows_with_them() {
    let record = |n: usize| {
        format!(
            "{{\"id\": {n}, \"title\": \"A study of sleep\", \"authors\": [\"Smith, Ann\"], \"year\": 2020}}\n"
        )
    };
    let shapes: [Shape<'_>; 6] = [
        ("identical titles", 20, &|count| {
            repeated(count, |n| {
                format!(
                    "@article{{k{n}, author={{Smith, Ann}}, title={{A study of sleep}}, year={{{}}}}}\n",
                    1950 + n % 70
                )
            })
        }),
        ("identical entries", 20, &|count| {
            "@article{k, author={Smith, Ann}, title={A study of sleep}, year={2020}}\n".repeat(count)
        }),
        ("crossref", 20, &|count| {
            repeated(count, |n| {
                format!(
                    "@inproceedings{{k{n}, author={{Smith, Ann}}, title={{On sleep {n}}}, crossref={{p{n}}}}}\n"
                )
            }) + &repeated(count, |n| {
                format!("@proceedings{{p{n}, title={{Proceedings {n}}}, year={{2020}}}}\n")
            })
        }),
        ("a chain of crossref", 20, &|count| {
            repeated(count, |n| {
                format!("@inproceedings{{k{n}, title={{On sleep {n}}}, crossref={{k{}}}}}\n", n + 1)
            })
        }),
        ("a chain of xdata", 20, &|count| {
            repeated(count, |n| {
                format!(
                    "@xdata{{k{n}, year={{2020}}, xdata={{k{}}}}}\n@article{{a{n}, title={{On sleep {n}}}, xdata={{k{n}}}}}\n",
                    n + 1
                )
            })
        }),
        ("macros", 20, &|count| {
            repeated(count, |n| {
                format!(
                    "@string{{m{n} = \"Sleep\"}}\n@article{{k{n}, title={{On sleep {n}}}, journal=m{n} # m0, year={{2020}}}}\n"
                )
            })
        }),
    ];
    for (name, size, make) in shapes {
        let store = LocalStore::from_json_lines("records", &record(1)).unwrap();
        assert_linear(name, size, make, |text| check_bibliography(text, &store));
    }
}

#[test]
fn a_bibliography_beside_a_source_is_read_in_time_that_grows_with_it() {
    let make = |count: usize| {
        let bib = repeated(count, |n| {
            format!(
                "@article{{k{n}, author={{Smith, Ann}}, title={{On sleep {n}}}, crossref={{k{}}}, year={{2020}}}}\n",
                n + 1
            )
        });
        let text = repeated(count, |n| format!("We slept \\cite{{k{n}}}.\n\n"));
        (
            format!(
                "\\documentclass{{article}}\\begin{{document}}\n{text}\\bibliography{{refs}}\\end{{document}}"
            ),
            bib,
        )
    };
    assert_linear("LaTeX with BibTeX", 40, make, |(text, bib)| {
        let companions = [Companion { name: "refs.bib", content: bib }];
        parse(Input::new(text, "main.tex").with(&companions)).unwrap();
    });
}

#[test]
fn what_a_small_page_writes_stays_small_and_says_what_was_left_out() {
    for (name, text) in [
        ("ranges", ranges(850)),
        ("same author and year", same_author_and_year(5_000)),
        ("mostly same author and year", mostly_same_author_and_year(5_000)),
        (
            "one giant paragraph",
            page(&format!("<p>{}</p>", "We slept [1-150] and woke [3], ".repeat(4_000)), numbered(150)),
        ),
        ("linked citations in one paragraph", linked_in_one_paragraph(4_000)),
    ] {
        let document = mapped(&text);
        assert!(
            document.anomalies.iter().any(|anomaly| anomaly.kind == AnomalyKind::TooManyCitations),
            "{name}"
        );
        let report = checked(&document);
        let notices: Vec<_> =
            report.notices.iter().filter(|notice| notice.code == NoticeCode::TooManyCitations).collect();
        assert!(!notices.is_empty() && notices.iter().all(|notice| !notice.message.is_empty()), "{name}");
        let bytes = written(&document, report);
        println!("{name}: {} bytes become {bytes}", text.len());
        assert!(bytes < 30_000_000, "{name}: {} bytes become {bytes}", text.len());
    }
}

#[test]
fn an_ordinary_thesis_is_checked_whole() {
    let body = repeated(2_000, |n| format!("<p>We slept [{}, {}].</p>", n % 400 + 1, (n + 7) % 400 + 1));
    let document = mapped(&page(&body, numbered(400)));
    assert_eq!(document.citations.len(), 2_000);
    assert!(document.anomalies.iter().all(|anomaly| anomaly.kind != AnomalyKind::TooManyCitations));
    assert_eq!(checked(&document).summary.pairs, 4_000);
}

#[test]
fn names_that_fit_several_entries_each_are_citations() {
    let body = repeated(3, |n| format!("<p>We slept well for {n} nights (Smith, 2020), as others did.</p>"));
    let document = mapped(&page(&body, smiths(3)));
    assert_eq!(document.citations.len(), 3);
    assert!(
        matches!(&document.citations[0].status, Mapping::Ambiguous { candidates } if candidates.len() == 3)
    );
}

#[test]
fn copies_of_a_paragraph_leave_room_for_the_citations_after_them() {
    let copy = format!("<p>We slept {}, as all do who sleep.</p>", "well [1-150] and ".repeat(10));
    let text = page(&(copy.repeat(30) + "<p>In the end we woke up [7].</p>"), numbered(150));
    let document = mapped(&text);
    let last = document.citations.last().unwrap();
    assert_eq!(last.references, [6]);
    assert!(document.anomalies.iter().all(|anomaly| anomaly.kind != AnomalyKind::TooManyCitations));
    let copies = document.anomalies.iter().filter(|anomaly| anomaly.kind == AnomalyKind::DuplicateText);
    // Twenty one by one, the others in one line.
    assert_eq!(copies.count(), 21);
}

/// A Word document whose citations Zotero manages, each of a work of its own.
fn word_document(count: usize) -> Vec<u8> {
    let paragraphs = repeated(count, |n| {
        format!(
            r#"<w:p><w:r><w:t xml:space="preserve">We slept </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ADDIN ZOTERO_ITEM CSL_CITATION {{"citationItems":[{{"uris":["http://zotero.org/{n}"],"itemData":{{"type":"book","title":"A study of sleep number {n}","author":[{{"family":"Author{n}","given":"A."}}],"issued":{{"date-parts":[["2020"]]}}}}}}]}} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>(Author{n}, 2020)</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>"#
        )
    });
    let list = repeated(count, |n| {
        format!(
            "<w:p><w:r><w:t>Author{n}, A. (2020). A study of sleep number {n}. Night Press.</w:t></w:r></w:p>"
        )
    });
    let xml = format!(
        "<w:document><w:body>{paragraphs}<w:p><w:r><w:t>References</w:t></w:r></w:p>{list}</w:body></w:document>"
    );
    let mut writer = rawzip::ZipArchiveWriter::new(Vec::new());
    let (mut entry, config) = writer.new_file("word/document.xml").start().unwrap();
    let mut stored = config.wrap(&mut entry);
    std::io::Write::write_all(&mut stored, xml.as_bytes()).unwrap();
    let (_, descriptor) = stored.finish().unwrap();
    entry.finish(descriptor).unwrap();
    writer.finish().unwrap()
}

#[test]
fn word_documents_are_read_in_time_that_grows_with_them() {
    assert_linear("Word with Zotero's fields", 200, word_document, |bytes| {
        let file = NamedFile { name: "sleep.docx".to_owned(), bytes: bytes.clone() };
        let opened = open(vec![file]).unwrap();
        let Opened::Content(content) = opened else { unreachable!("a PDF") };
        let document = content.parse("sleep.docx", false).unwrap();
        assert_eq!(document.references.len(), document.citations.len());
    });
}
