//! Every citation style of the fixtures, mapped from the text alone and with the page's links.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight::citation::{CitationStyle, Mapping};
use citelight::document::{Input, parse};
use citelight_eval::mapping::edges::{EdgeCounts, Family, compare, evaluate};

/// The pages in order, each with its name.
fn pages() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/styles");
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut pages: Vec<(String, String)> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (
                name,
                std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
            )
        })
        .collect();
    pages.sort();
    pages
}

fn content(name: &str) -> String {
    pages().into_iter().find(|(own, _)| own == name).expect("the fixture").1
}

#[test]
fn every_style_meets_its_bar() {
    let mut total = EdgeCounts::default();
    let pages = pages();
    assert!(pages.len() >= 30, "{} pages", pages.len());
    for (name, content) in pages {
        let counts = evaluate(&content, &name).expect("the page parses");
        assert!(counts.gold > 0 && counts.links > 0, "{name} has links: {counts:?}");
        assert!(
            counts.meets_bar(),
            "{name}: F1 {:.3}, links {:.3}, {counts:?}",
            counts.f1(),
            counts.linked()
        );
        total.add(&counts);
    }
    assert!(total.precision() >= 0.99, "{total:?}");
}

#[test]
fn the_style_is_told_from_the_text() {
    let style = |name: &str| {
        let content = content(name);
        parse(Input::new(&content, name).without_links()).expect("the page parses").style
    };
    assert_eq!(style("torture.ieee.html"), CitationStyle::Numeric);
    assert_eq!(style("torture.science.html"), CitationStyle::Numeric);
    assert_eq!(style("torture.nature.html"), CitationStyle::Superscript);
    assert_eq!(style("torture.apa.html"), CitationStyle::AuthorYear);
    assert_eq!(style("torture.modern-language-association.html"), CitationStyle::AuthorPage);
    assert_eq!(style("torture.american-mathematical-society-label.html"), CitationStyle::Label);
    assert_eq!(style("torture.bluebook-law-review.html"), CitationStyle::Note);
    assert_eq!(style("legal.oscola.html"), CitationStyle::Note);
}

#[test]
fn one_label_of_several_works_is_ambiguous() {
    let content = content("torture.american-mathematical-society-label.html");
    let (linked, comparison) = compare(&content, "labels").expect("the page parses");
    assert!(comparison.wrong.is_empty(), "nothing is guessed: {:?}", comparison.wrong);
    let blind = parse(Input::new(&content, "labels").without_links()).expect("the page parses");
    let candidates: Vec<Vec<&str>> = blind
        .citations
        .iter()
        .filter_map(|citation| match &citation.status {
            Mapping::Ambiguous { candidates } => Some(candidates),
            _ => None,
        })
        .map(|candidates| candidates.iter().map(|index| linked.references[*index].id.as_str()).collect())
        .collect();
    assert!(candidates.contains(&vec!["ref-baez/article", "ref-baez/online"]), "{candidates:?}");
}

#[test]
fn families_have_the_bars_of_the_specification() {
    assert_eq!(Family::ALL.map(Family::bar), [0.98, 0.95, 0.95, 0.90]);
    assert_eq!(Family::of(CitationStyle::Unknown), None);
}

/// Running text with a reference list, as a page.
fn page(text: &str, entries: &[&str]) -> String {
    let items: String = entries.iter().map(|entry| format!("<li>{entry}</li>")).collect();
    format!(
        "<html><body><h1>Title</h1><h2>Text</h2><p>{text}</p><h2>References</h2><ol class=\"references\">{items}</ol></body></html>"
    )
}

/// What a page's citations point at, by position in the list.
fn mapped(text: &str, entries: &[&str]) -> Vec<(String, Vec<usize>)> {
    let document = parse(Input::new(&page(text, entries), "page")).expect("the page parses");
    assert_eq!(document.references.len(), entries.len(), "{:?}", document.references);
    document
        .citations
        .iter()
        .map(|citation| {
            let surface = document.blocks[citation.block].text[citation.range.clone()].to_owned();
            (surface, citation.references.iter().map(|index| index + 1).collect())
        })
        .collect()
}

#[test]
fn forms_of_author_and_year() {
    let entries = [
        "Smith, J. (1980). An old book about things. Press, London.",
        "Jones, A. B., &amp; van der Berg, C. (2010). A newer book about the same things. Journal of Things 3, 4–5.",
        "World Health Organization (2003). Report on the health of the world. WHO Press, Geneva.",
        "Lee, D. (2019a). First of two papers on words. Journal of Words 1, 1–2.",
        "Lee, D. (2019b). Second of two papers on words. Journal of Words 2, 3–4.",
        "Moreno, E. (forthcoming). A book that is to come, in print. Press, Madrid.",
        "Иванов, П. (2001). О словах и вещах в языке. Наука, Москва.",
        "王伟. (2015). 关于词语的研究与分析方法. 语言学报 3, 1–9.",
    ];
    let cases: &[(&str, &[usize])] = &[
        ("It was said early (Smith, 1980, as cited in Jones &amp; van der Berg, 2010).", &[1, 2]),
        ("Smith’s (1980) view prevailed.", &[1]),
        ("As the World Health Organization (WHO, 2003) reports.", &[3]),
        ("Words matter (Lee, 2019a,b).", &[4, 5]),
        ("Words matter, as Lee argued at length (2019b).", &[5]),
        ("It is to come (Moreno, forthcoming).", &[6]),
        ("It is so (Иванов, 2001).", &[7]),
        ("The network of Smith, 1980<sup>6</sup> was derived from that.", &[1]),
        ("根据王伟（2015）的研究。", &[8]),
    ];
    for (text, expected) in cases {
        let found: Vec<usize> =
            mapped(text, &entries).into_iter().flat_map(|(_, references)| references).collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn members_of_a_work_are_that_work() {
    let entries = [
        "Glashow S. Partial symmetries. Nucl. Phys. 22 (1961) 579; (b) Weinberg S. A model of leptons. Phys. Rev. 19 (1967).",
        "Goossens M, Mittelbach F. The companion. Addison-Wesley, 1994.",
        "(a) Herrmann W. A carbene. Angew. Chem. 45 (2006) 3859; (b) Aksin O. Effects. J. Chem. 691 (2006) 3027.",
    ];
    for (text, expected) in [
        ("Letters name the members [1a,c, 2, 3b,c].", vec![1, 2, 3]),
        ("Some are shown together [1a,b, 2, 3a–c].", vec![1, 2, 3]),
        ("A section is no member [1, Sec. 2, 3].", vec![1]),
    ] {
        let found = mapped(text, &entries).into_iter().map(|(_, references)| references).next();
        assert_eq!(found, Some(expected), "{text}");
    }
}

#[test]
fn a_list_that_is_cut_short_is_not_read_by_position() {
    // A publisher's preview shows some of the 12 entries, unnumbered: only what the text proves is believed.
    let entries = [
        "Meushaw, R., &amp; Simard, D. (2000). NetTop: commercial technology in high assurance. Tech Trend 9, 3.",
        "Ioannidis, S., &amp; Keromytis, A. (2000). Implementing a distributed firewall. Proc. CCS, 190–199.",
        "Kim, G., &amp; Spafford, E. (1994). The design of tripwire, a file system checker. Proc. CCS, 18–29.",
        "Whitaker, A. (2002). Scale and performance in the Denali isolation kernel. Proc. OSDI, 195–209.",
        "Goldberg, R. (1974). Survey of virtual machine research. IEEE Computer Magazine 7, 34–45.",
        "Wagner, D., &amp; Dean, D. (2001). Intrusion detection via static analysis. Proc. S&amp;P, 156–168.",
        "Murilo, N. (2003). Chkrootkit: locally checks for signs of a rootkit. Software note 4, 1–2.",
    ];
    let text = "It is so [1], [8] and [9]. It was so [10] and [11]. Others agree [12].";
    let found = mapped(text, &entries);
    assert!(found.iter().all(|(_, references)| references.len() <= 1), "{found:?}");
    let page = page(text, &entries);
    let document = parse(Input::new(&page, "page")).expect("the page parses");
    let nine = document
        .citations
        .iter()
        .find(|citation| document.blocks[citation.block].text[citation.range.clone()].contains("[8]"));
    assert!(
        matches!(&nine.expect("it is a citation").status, Mapping::Ambiguous { candidates } if candidates.len() > 1),
        "{:?}",
        document.citations
    );
    // As many numbers as entries: positions are numbers.
    assert_eq!(
        mapped("It is so [1], and so [7].", &entries),
        [("[1]".to_owned(), vec![1]), ("[7]".to_owned(), vec![7])]
    );
}

#[test]
fn further_forms_of_author_and_year() {
    let entries = [
        "Goossens, M., Mittelbach, F., &amp; Samarin, A. (1994). The LaTeX companion. Addison-Wesley, Reading.",
        "Page v Smith (1996). House of Lords.",
        "Corr v I.B.C. Vehicles Ltd. (2008) [2008] UKHL 13. House of Lords.",
        "Zhou, A. (in press). First title of the author. Journal of Words 1, 1–2.",
        "Zhou, A. (2000). Second title of the author. Journal of Words 2, 1–2.",
    ];
    let cases: &[(&str, &[usize])] = &[
        ("Goossens, Mittelbach, and Samarin (see 1994, pp. 59–63) show it.", &[1]),
        ("It was distinguished soon after (Page v Smith, 1996).", &[2]),
        ("The leading case (Corr v I.B.C. Vehicles Ltd., 2008) was followed.", &[3]),
        ("It is so (Zhou, in press, 2000).", &[4, 5]),
    ];
    for (text, expected) in cases {
        let found: Vec<usize> =
            mapped(text, &entries).into_iter().flat_map(|(_, references)| references).collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn a_dash_repeats_the_authors_of_the_entry_before() {
    let entries = [
        "Saier, Tarek and Michael Färber (2019). “Bibliometric-enhanced arXiv”. In: Proceedings of BIR, pp. 14–26.",
        "– (2020). “unarXive: a large scholarly data set”. In: Scientometrics.",
        "Shen, Zhihong (2018). “A web-scale system”. In: Proceedings of ACL, pp. 87–92.",
    ];
    let found = mapped("An updated version (Saier and Färber, 2020) includes it.", &entries);
    assert_eq!(found, [("(Saier and Färber, 2020)".to_owned(), vec![2])]);
}

#[test]
fn a_superscript_after_the_word_in_is_no_measure() {
    let entries = [
        "Tang, A. (2019). Parallel computation of topics. Journal of Topics 1, 1–2.",
        "Nikolov, N. (2018). Data-driven summarization of articles. Journal of Topics 2, 3–4.",
        "Mesbah, S. (2018). Tools for recognition. Journal of Topics 3, 5–6.",
    ];
    let text = "Topics<sup>1,3</sup> and pipelines such as one described in<sup>2</sup>, with a sheet of 5 in<sup>2</sup>.";
    let found: Vec<Vec<usize>> =
        mapped(text, &entries).into_iter().map(|(_, references)| references).collect();
    assert_eq!(found, [vec![1, 3], vec![2]]);
}

#[test]
fn a_range_is_whole_wherever_its_links_stand() {
    let items: String = (1..=7)
        .map(|number| format!("<li id=\"ref{number}\">Author{number}, A. (200{number}). Title of the work {number}. Journal 1, 2.</li>"))
        .collect();
    let link = |number: usize| format!("<a href=\"#ref{number}\" role=\"doc-biblioref\">{number}</a>");
    for range in [
        format!("[{} –{}]", link(3), link(6)),
        format!("[3 –{}]", link(6)),
        format!("[{}–6]", link(3)),
        format!("<sup>3–{}</sup>", link(6)),
        format!("<sup>{}–6</sup>", link(3)),
        format!("<sup>{}–{}</sup>", link(3), link(6)),
    ] {
        let page = format!(
            "<html><body><h1>Title</h1><h2>Text</h2><p>It is so {range}. It is so.</p><h2>References</h2><ol class=\"references\">{items}</ol></body></html>"
        );
        let document = parse(Input::new(&page, "page")).expect("the page parses");
        let found: Vec<usize> =
            document.citations.iter().flat_map(|citation| citation.references.clone()).collect();
        assert_eq!(found, [2, 3, 4, 5], "{range}: {:?}", document.citations);
    }
}

#[test]
fn a_supplement_counts_anew() {
    let list = |name: &str| -> String {
        (1..=4)
            .map(|number| format!("<li class=\"ltx_bibitem\"><span class=\"ltx_tag ltx_tag_bibitem\">[{number}]</span> {name}{number}, A. (200{number}). Title of the work {number}. Journal 1, 2.</li>"))
            .collect()
    };
    let page = format!(
        "<html><body><h1>Title</h1><h2>Text</h2><p>It is so [1], so [2–4].</p><h2>References</h2><ol class=\"references\">{}</ol>\
         <h2>Supplementary material</h2><p>More of it [1], and of that [3,4].</p><h2>Supplementary references</h2><ol class=\"references\">{}</ol></body></html>",
        list("Main"),
        list("More")
    );
    let document = parse(Input::new(&page, "page")).expect("the page parses");
    assert_eq!(document.references.len(), 8, "{:?}", document.references);
    let found: Vec<Vec<usize>> =
        document.citations.iter().map(|citation| citation.references.clone()).collect();
    assert_eq!(found, [vec![0], vec![1, 2, 3], vec![4], vec![6, 7]]);
}
