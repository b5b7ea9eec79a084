//! Documents with several reference lists: every list is read, and a citation belongs to the list of its section or to
//! the one its link names.

#![allow(clippy::unwrap_used, reason = "tests")]

use citelight_document::citation::Mapping;
use citelight_document::document::{Companion, Document, Input, parse};

const FILLER: &str = "The mirrors were washed by hand and kept dry for a week, and their weight was written down \
                      each day without rounding it at all. ";

const A: [&str; 3] = [
    "C. Hale, Polishing of thin mirrors, Opt. Shop 1, 11 (2001).",
    "D. Roos, Scatter from coatings, Opt. Shop 2, 22 (2002).",
    "E. Finch, Coatings for the blue, Opt. Shop 3, 33 (2003).",
];
const B: [&str; 3] = [
    "F. Gaunt, Thick chips for red light, Chip Lett. 4, 44 (2004).",
    "G. Hobb, Cold heads for cameras, Chip Lett. 5, 55 (2005).",
    "H. Ives, Tracks of muons, Chip Lett. 6, 66 (2006).",
];

fn items(entries: &[&str]) -> String {
    entries.iter().map(|entry| format!("<li>{entry}</li>")).collect()
}

fn page(body: &str) -> Document {
    let html = format!(
        "<!DOCTYPE html><html><head><title>Report</title></head><body><article><h1>Status report of the survey</h1>\
         {body}</article></body></html>"
    );
    parse(Input::new(&html, "test")).unwrap()
}

/// What each citation shows, and the first words of the entries it was matched with; `?` where it was left open.
fn mapped(document: &Document) -> Vec<(String, String)> {
    document
        .citations
        .iter()
        .map(|citation| {
            let shown = document.blocks[citation.block].text[citation.range.clone()].to_owned();
            let entry = |index: &usize| document.references[*index].raw.chars().take(7).collect::<String>();
            let entries = match &citation.status {
                Mapping::Ambiguous { .. } => "?".to_owned(),
                Mapping::Unmatched => "none".to_owned(),
                _ => citation.references.iter().map(entry).collect::<Vec<_>>().join(" + "),
            };
            (shown, entries)
        })
        .collect()
}

fn expect(document: &Document, expected: &[(&str, &str)]) {
    let expected: Vec<(String, String)> =
        expected.iter().map(|(shown, entry)| ((*shown).to_owned(), (*entry).to_owned())).collect();
    assert_eq!(mapped(document), expected);
}

#[test]
fn lists_that_restart_in_each_section() {
    let document = page(&format!(
        "<h2>1 Optics</h2><p>{FILLER}They were polished twice [1]. Scatter is low [2, 3].</p><h3>References</h3>\
         <ol>{}</ol><h2>2 Detectors</h2><p>{FILLER}The chips are thick [1]. They are cold [2, 3].</p>\
         <h3>References</h3><ol>{}</ol>",
        items(&A),
        items(&B)
    ));
    assert_eq!(document.references.len(), 6);
    expect(
        &document,
        &[
            ("[1]", "C. Hale"),
            ("[2, 3]", "D. Roos + E. Finc"),
            ("[1]", "F. Gaun"),
            ("[2, 3]", "G. Hobb + H. Ives"),
        ],
    );
}

#[test]
fn a_number_before_the_first_section_with_a_list_is_left_open() {
    let document = page(&format!(
        "<h2>Introduction</h2><p>{FILLER}They were polished twice [1].</p><h2>1 Optics</h2><p>{FILLER}Scatter is low \
         [2].</p><h3>References</h3><ol>{}</ol><h2>2 Detectors</h2><p>{FILLER}The chips are thick [1].</p>\
         <h3>References</h3><ol>{}</ol>",
        items(&A),
        items(&B)
    ));
    expect(&document, &[("[1]", "?"), ("[2]", "D. Roos"), ("[1]", "F. Gaun")]);
}

#[test]
fn methods_references_count_on() {
    let document = page(&format!(
        "<h2>Results</h2><p>{FILLER}They were polished twice [1]. Scatter is low [2, 3].</p><h2>References</h2>\
         <ol>{}</ol><h2>Methods</h2><p>{FILLER}The chips are thick [4]. They are cold [5, 6], as before [1].</p>\
         <h2>Methods references</h2><ol start=\"4\">{}</ol>",
        items(&A),
        items(&B)
    ));
    expect(
        &document,
        &[
            ("[1]", "C. Hale"),
            ("[2, 3]", "D. Roos + E. Finc"),
            ("[4]", "F. Gaun"),
            ("[5, 6]", "G. Hobb + H. Ives"),
            ("[1]", "C. Hale"),
        ],
    );
}

#[test]
fn further_reading_is_read_and_takes_no_citation() {
    let document = page(&format!(
        "<h2>Text</h2><p>{FILLER}They were polished twice [1]. Scatter is low [2].</p><h2>References</h2><ol>{}</ol>\
         <h2>Further reading</h2><ol>{}</ol>",
        items(&A),
        items(&B)
    ));
    assert_eq!(document.references.len(), 6);
    expect(&document, &[("[1]", "C. Hale"), ("[2]", "D. Roos")]);
}

#[test]
fn two_lists_behind_all_text_leave_equal_numbers_open() {
    let document = page(&format!(
        "<h2>Text</h2><p>{FILLER}They were polished twice [1]. Scatter is low [3].</p><h2>References</h2><ol>{}</ol>\
         <h2>Other references</h2><ol>{}</ol>",
        items(&A),
        items(&B[..2])
    ));
    expect(&document, &[("[1]", "?"), ("[3]", "E. Finc")]);
}

#[test]
fn a_number_that_only_another_sections_list_has_is_left_open() {
    let document = page(&format!(
        "<h2>1 Optics</h2><p>{FILLER}They were polished twice [1].</p><h3>References</h3><ol>{}</ol><h2>2 Detectors\
         </h2><p>{FILLER}The chips are thick [1]; see [3].</p><h3>References</h3><ol>{}</ol>",
        items(&A),
        items(&B[..2])
    ));
    expect(&document, &[("[1]", "C. Hale"), ("[1]", "F. Gaun"), ("[3]", "?")]);
}

#[test]
fn the_same_name_and_year_in_two_lists() {
    let document = page(&format!(
        "<h2>1 Optics</h2><p>{FILLER}They were polished twice (Hale 2001).</p><h3>References</h3><ul>{}</ul>\
         <h2>2 Detectors</h2><p>{FILLER}The chips are thick (Hale 2001). They are cold (Hobb 2005).</p>\
         <h3>References</h3><ul>{}</ul>",
        items(&[
            "Hale, C. (2001). Polishing of thin mirrors. Opt. Shop 1, 11.",
            "Roos, D. (2002). Scatter. Opt. Shop 2, 2."
        ]),
        items(&[
            "Hale, Z. (2001). Thick chips for red light. Chip Lett. 4, 4.",
            "Hobb, G. (2005). Cold heads. Chip Lett. 5, 5."
        ])
    ));
    assert_eq!(document.references.len(), 4);
    let found = mapped(&document);
    assert_eq!(
        found.iter().map(|(_, entry)| entry.as_str()).collect::<Vec<_>>(),
        ["Hale, C", "Hale, Z", "Hobb, G"]
    );
}

#[test]
fn a_section_called_literature_is_text() {
    let text =
        |cited: &str| format!("<p>{FILLER}Tutors were known in 2010 and {cited} in 2014. {FILLER}</p>");
    let document = page(&format!(
        "<h2>Literature</h2>{}{}<h2>References</h2><ol>{}</ol>",
        text("polished [1]"),
        text("cooled [2]"),
        items(&A)
    ));
    assert_eq!(document.references.len(), 3);
    expect(&document, &[("[1]", "C. Hale"), ("[2]", "D. Roos")]);
}

#[test]
fn lists_in_markdown() {
    let text = format!(
        "# Report\n\n## 1 Optics\n\n{FILLER} They were polished twice [1]. Scatter is low [2, 3].\n\n### References\n\n\
         1. {}\n2. {}\n3. {}\n\n## 2 Detectors\n\n{FILLER} The chips are thick [1]. They are cold [2, 3].\n\n\
         ### References\n\n1. {}\n2. {}\n3. {}\n",
        A[0], A[1], A[2], B[0], B[1], B[2]
    );
    let document = parse(Input::new(&text, "report.md")).unwrap();
    assert_eq!(document.references.len(), 6);
    expect(
        &document,
        &[
            ("[1]", "C. Hale"),
            ("[2, 3]", "D. Roos + E. Finc"),
            ("[1]", "F. Gaun"),
            ("[2, 3]", "G. Hobb + H. Ives"),
        ],
    );
}

fn jats(body: &str, back: &str, rest: &str) -> Document {
    let xml = format!(
        "<?xml version=\"1.0\"?><article><front><article-meta><title-group><article-title>Reeds</article-title>\
         </title-group></article-meta></front><body>{body}</body><back>{back}</back>{rest}</article>"
    );
    parse(Input::new(&xml, "test.xml")).unwrap()
}

fn refs(prefix: &str, entries: &[&str]) -> String {
    let one = |(number, entry): (usize, &&str)| {
        let number = number + 1;
        format!(
            "<ref id=\"{prefix}{number}\"><label>{number}</label><mixed-citation>{entry}</mixed-citation></ref>"
        )
    };
    format!("<ref-list>{}</ref-list>", entries.iter().enumerate().map(one).collect::<String>())
}

#[test]
fn a_reply_has_its_own_list() {
    let reply = format!(
        "<sub-article article-type=\"reply\"><front-stub><title-group><article-title>Reply</article-title></title-group>\
         </front-stub><body><p>{FILLER}The chips are thick [1]. They are cold [2].</p></body><back>{}</back></sub-article>",
        refs("r", &B)
    );
    let text = format!("<sec><title>Introduction</title><p>{FILLER}Reeds filter water [1], [3].</p></sec>");
    let document = jats(&text, &refs("b", &A), &reply);
    assert_eq!(document.references.len(), 6);
    expect(&document, &[("[1], [3]", "C. Hale + E. Finc"), ("[1]", "F. Gaun"), ("[2]", "G. Hobb")]);
}

#[test]
fn a_translation_is_not_read_again() {
    let translation = format!(
        "<sub-article article-type=\"translation\"><body><p>{FILLER}Schilf [1].</p></body><back>{}</back></sub-article>",
        refs("t", &A)
    );
    let text = format!("<sec><title>Introduction</title><p>{FILLER}Reeds filter water [1].</p></sec>");
    let document = jats(&text, &refs("b", &A), &translation);
    assert_eq!(document.references.len(), 3);
    expect(&document, &[("[1]", "C. Hale")]);
}

const TWO: &str = "<ref-list><ref id=\"b1\"><label>1</label><element-citation><person-group><name><surname>Hale</surname>\
    <given-names>C</given-names></name></person-group><year>2001</year><article-title>Reeds in slow rivers</article-title>\
    <source>River Notes</source></element-citation></ref><ref id=\"b2\"><label>2</label><element-citation><label>(a)</label>\
    <person-group><name><surname>Ives</surname><given-names>H</given-names></name></person-group><year>2008</year>\
    <article-title>Counting floods by hand</article-title><source>River Notes</source></element-citation>\
    <element-citation><label>(b)</label><person-group><name><surname>Jolly</surname><given-names>I</given-names></name>\
    </person-group><year>2009</year><article-title>Floods and fishes</article-title><source>Fish Notes</source>\
    </element-citation></ref></ref-list>";

#[test]
fn two_works_in_one_entry_are_two_works() {
    for cited in ["[<xref ref-type=\"bibr\" rid=\"b2\">2</xref>]", "[2]"] {
        let text =
            format!("<sec><title>Introduction</title><p>{FILLER}Floods were counted {cited}.</p></sec>");
        let document = jats(&text, TWO, "");
        assert_eq!(document.references.len(), 3);
        assert_eq!(document.citations[0].references, [1, 2], "{cited}");
        let ids: Vec<&str> = document.references.iter().map(|reference| reference.id.as_str()).collect();
        assert_eq!(ids, ["b1", "b2", "b2-2"]);
        assert_eq!(document.references[1].raw, "Ives H 2008 Counting floods by hand River Notes");
        assert_eq!(document.references[2].title.as_deref(), Some("Floods and fishes"));
    }
}

#[test]
fn alternatives_are_one_work() {
    let list = "<ref-list><ref id=\"b1\"><label>1</label><citation-alternatives><mixed-citation>Hale C. Reeds in slow \
                rivers. River Notes 2001;1:1-9.</mixed-citation><element-citation><year>2001</year>\
                <article-title>Reeds in slow rivers</article-title></element-citation></citation-alternatives></ref>\
                </ref-list>";
    let text = format!("<sec><title>Introduction</title><p>{FILLER}Reeds filter water [1].</p></sec>");
    let document = jats(&text, list, "");
    assert_eq!(document.references.len(), 1);
    assert_eq!(document.references[0].raw, "Hale C. Reeds in slow rivers. River Notes 2001;1:1-9.");
    assert_eq!(document.references[0].title.as_deref(), Some("Reeds in slow rivers"));
}

/// SciELO writes each work twice: as it is printed, and in fields.
#[test]
fn a_work_that_is_printed_and_named_in_fields_is_one_entry_with_both() {
    let both = |id: &str, [family, given, year, title, first]: [&str; 5]| {
        format!(
            "<ref id=\"{id}\"><mixed-citation>{family}, {given} ({year}). {title}. <italic>River Notes</italic>, 2(3), {first}.\
             </mixed-citation><element-citation publication-type=\"journal\"><person-group><name><surname>{family}\
             </surname><given-names>{given}</given-names></name></person-group><year>{year}</year><article-title>{title}\
             </article-title><source>River Notes</source><volume>2</volume><fpage>{first}</fpage>\
             <pub-id pub-id-type=\"doi\">10.5555/{id}</pub-id></element-citation></ref>"
        )
    };
    let list = format!(
        "<ref-list>{}{}</ref-list>",
        both("B1", ["Hale", "C.", "1992", "Reeds in slow rivers", "317"]),
        both("B2", ["Roos", "D.", "1999", "Counting floods", "245"]),
    );
    let text = format!(
        "<sec><title>Introduction</title><p>{FILLER}Reeds filter water (<xref ref-type=\"bibr\" rid=\"B1\">Hale, 1992</xref>). As \
         Roos (1999) showed, floods come.</p></sec>"
    );
    let document = jats(&text, &list, "");
    let ids: Vec<&str> = document.references.iter().map(|reference| reference.id.as_str()).collect();
    assert_eq!(ids, ["B1", "B2"]);
    let first = &document.references[0];
    assert_eq!(first.raw, "Hale, C. (1992). Reeds in slow rivers. River Notes, 2(3), 317.");
    assert_eq!(first.title.as_deref(), Some("Reeds in slow rivers"));
    assert_eq!(first.authors.len(), 1);
    assert_eq!(first.identifiers.doi.as_deref(), Some("10.5555/b1"));
    let cited: Vec<&[usize]> =
        document.citations.iter().map(|citation| citation.references.as_slice()).collect();
    assert_eq!(cited, [&[0], &[1]]);
}

#[test]
fn options_of_bibliography_commands_are_not_text() {
    let library = "@article{hale01, author={Hale, Carla}, title={Cheap wells}, journal={Water Notes}, year={2001}}\n\
                   @article{roos02, author={Roos, Dirk}, title={Dry years}, journal={Water Notes}, year={2002}}";
    for (preamble, end) in [
        (
            "\\usepackage[style=numeric]{biblatex}\\addbibresource{refs.bib}",
            "\\printbibliography[heading=subbibliography,notcategory=x]",
        ),
        (
            "\\usepackage{biblatex}\\addbibresource{refs.bib}",
            "\\printbibheading[title={More}]\\printbibliography[title={More, and [x]}]",
        ),
        (
            "\\usepackage{biblatex}\\addbibresource{refs.bib}\\DeclareBibliographyCategory{x}\\addtocategory{x}{hale01}",
            "\\bibbysection[heading=subbibliography]",
        ),
        (
            "\\usepackage{multibib}\\newcites{sec}{Secondary}",
            "\\bibliographystylesec{plain}\\bibliographysec{refs}",
        ),
        (
            "\\usepackage{biblatex}\\addbibresource{refs.bib}\\defbibheading{h}[T]{\\section*{#1}}",
            "\\defbibnote{n}{A note.}\\printbibliography[prenote=n]",
        ),
    ] {
        let cite = if preamble.contains("multibib") { "\\citesec" } else { "\\cite" };
        let text = format!(
            "\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n\\section{{Dug}}\nThey are cheap \
             {cite}{{hale01,roos02}}.\n{end}\n\\end{{document}}\n"
        );
        let companions = [Companion { name: "refs.bib", content: library }];
        let document = parse(Input::new(&text, "paper.tex").with(&companions)).unwrap();
        let blocks: Vec<&str> = document.blocks.iter().map(|block| block.text.as_str()).collect();
        assert_eq!(blocks.len(), 2, "{preamble} {end}: {blocks:?}");
        assert_eq!(document.citations.len(), 1, "{blocks:?}");
        assert_eq!(document.citations[0].references.len(), 2, "{blocks:?}");
    }
}

#[test]
fn unresolved_citations_are_shown() {
    let list = "<section id=\"bib\" class=\"ltx_bibliography\"><ul class=\"ltx_biblist\"><li id=\"bib.bib1\" \
                class=\"ltx_bibitem\"><span class=\"ltx_tag ltx_tag_bibitem\">[1]</span><span class=\"ltx_bibblock\">\
                E. Finch. A balanced loss for gates. Journal of Routing, 3:1–9, 2021.</span></li></ul></section>";
    let known = "<cite class=\"ltx_cite\">[<a href=\"#bib.bib1\" class=\"ltx_ref\">1</a>]</cite>";
    let missing = "<span class=\"ltx_ref ltx_missing_citation\">hale2019</span>";
    for (cited, shown, references) in [
        (format!("<cite class=\"ltx_cite\">[{missing}]</cite>"), "[hale2019]", 0),
        ("[?]".to_owned(), "[?]", 0),
        ("[roos2001deep]".to_owned(), "[roos2001deep]", 0),
        ("[?, 1]".to_owned(), "[?, 1]", 1),
        (format!("<cite class=\"ltx_cite\">{missing}</cite>"), "hale2019", 0),
    ] {
        let html = format!(
            "<!DOCTYPE html><html><body><div class=\"ltx_page_main\"><article class=\"ltx_document\"><section \
             class=\"ltx_section\"><h2 class=\"ltx_title ltx_title_section\">1 Introduction</h2><div class=\"ltx_para\">\
             <p class=\"ltx_p\">{FILLER}A loss helps {known}. Routing is old {cited}.</p></div></section>{list}</article>\
             </div></body></html>"
        );
        let document = parse(Input::new(&html, "test")).unwrap();
        let found = mapped(&document);
        assert_eq!(found.get(1).map(|(own, _)| own.as_str()), Some(shown));
        assert_eq!(document.citations[1].references.len(), references, "{shown}");
        if references == 0 {
            assert_eq!(document.citations[1].status, Mapping::Unmatched);
            assert!(document.anomalies.iter().any(|anomaly| anomaly.place.contains(shown)), "{shown}");
        }
    }
}

/// A number whose own link leads to no entry is matched with none by its number alone.
#[test]
fn a_link_that_leads_elsewhere_forbids_a_match_by_number() {
    let list = |prefix: &str, entries: &[&str]| -> String {
        let one = |(index, entry): (usize, &&str)| format!("<li id=\"{prefix}{}\">{entry}</li>", index + 1);
        entries.iter().enumerate().map(one).collect()
    };
    let first = "They were polished twice [<a href=\"#a1\">1</a>]. Scatter is low [<a href=\"#a3\">3</a>].";
    // A box that is no list, a place that is missing, a figure.
    for other in [
        "<div id=\"box2\">Box 2 shows chips of three makers side by side.</div>",
        "",
        "<figure id=\"box2\"><figcaption>Chips.</figcaption></figure>",
    ] {
        let document = page(&format!(
            "<h2>Text</h2><p>{FILLER}{first} The chips are thick [<a href=\"#box2\">2</a>].</p>{other}<h2>References</h2><ol>{}</ol>",
            list("a", &A)
        ));
        expect(&document, &[("[1]", "C. Hale"), ("[3]", "E. Finc"), ("[2]", "?")]);
    }
    // The page does not say where its entries are: numbers count.
    let document = page(&format!(
        "<h2>Text</h2><p>{FILLER}They were polished twice [<a href=\"#r1\">1</a>]. The chips are thick [<a href=\"#r2\">2</a>].</p>\
         <h2>References</h2><ol>{}</ol>",
        items(&A)
    ));
    expect(&document, &[("[1]", "C. Hale"), ("[2]", "D. Roos")]);
    // JATS
    let text = format!(
        "<sec><title>Introduction</title><p>{FILLER}Reeds filter water [<xref ref-type=\"bibr\" rid=\"b1\">1</xref>] as in \
         [<xref ref-type=\"bibr\" rid=\"s2\">2</xref>].</p></sec>"
    );
    let document = jats(&text, &refs("b", &A), "");
    expect(&document, &[("[1]", "C. Hale"), ("[2]", "?")]);
}

/// Both articles count their entries alike, and call them alike.
#[test]
fn equal_ids_of_two_lists_are_told_apart() {
    let text = |said: &str| format!("<p>{FILLER}{said} [<xref ref-type=\"bibr\" rid=\"r1\">1</xref>].</p>");
    let reply = format!(
        "<sub-article article-type=\"reply\"><front-stub><title-group><article-title>Reply</article-title></title-group>\
         </front-stub><body>{}</body><back>{}</back></sub-article>",
        text("The chips are thick"),
        refs("r", &B)
    );
    let document = jats(
        &format!("<sec><title>Text</title>{}</sec>", text("Reeds filter water")),
        &refs("r", &A),
        &reply,
    );
    expect(&document, &[("[1]", "C. Hale"), ("[1]", "F. Gaun")]);
    let ids: std::collections::HashSet<&str> =
        document.references.iter().map(|reference| reference.id.as_str()).collect();
    assert_eq!(ids.len(), 6, "{ids:?}");
}

/// Headings as word processors and plain Markdown write them, and lists of definitions.
#[test]
fn lists_under_bold_lines_and_of_definitions() {
    let expected = [
        ("[1]", "C. Hale"),
        ("[2, 3]", "D. Roos + E. Finc"),
        ("[1]", "F. Gaun"),
        ("[2, 3]", "G. Hobb + H. Ives"),
    ];
    let texts = [
        format!("{FILLER}They were polished twice [1]. Scatter is low [2, 3]."),
        format!("{FILLER}The chips are thick [1]. They are cold [2, 3]."),
    ];
    let html = |list: &dyn Fn(&[&str]) -> String| {
        page(&format!(
            "<h2>1 Optics</h2><p>{}</p>{}<h2>2 Detectors</h2><p>{}</p>{}",
            texts[0],
            list(&A),
            texts[1],
            list(&B)
        ))
    };
    let numbered = |entries: &[&str]| -> String {
        entries.iter().enumerate().map(|(n, entry)| format!("<p>{}. {entry}</p>", n + 1)).collect()
    };
    let defined = |entries: &[&str]| -> String {
        let one = |(n, entry): (usize, &&str)| format!("<dt>[{}]</dt><dd>{entry}</dd>", n + 1);
        entries.iter().enumerate().map(one).collect()
    };
    type Written<'a> = &'a dyn Fn(&[&str]) -> String;
    let lists: [Written<'_>; 3] = [
        &|own| format!("<p><b>References</b></p><ol>{}</ol>", items(own)),
        &|own| format!("<p><strong>References:</strong></p>{}", numbered(own)),
        &|own| format!("<h3>References</h3><dl>{}</dl>", defined(own)),
    ];
    for list in lists {
        expect(&html(list), &expected);
    }
    let listed = |entries: &[&str]| -> String {
        entries.iter().enumerate().map(|(n, entry)| format!("{}. {entry}\n", n + 1)).collect()
    };
    for (before, after, rule) in [("**", "**", ""), ("### ", "", ""), ("", "", "\n----------")] {
        let title = if rule.is_empty() { "# Report\n" } else { "Report\n======\n" };
        let text = format!(
            "{title}\n## Optics\n\n{}\n\n{before}References{after}{rule}\n\n{}\n## Detectors\n\n{}\n\n{before}References{after}{rule}\n\n{}",
            texts[0],
            listed(&A),
            texts[1],
            listed(&B)
        );
        let document = parse(Input::new(&text, "report.md")).unwrap();
        expect(&document, &expected);
    }
}

/// A supplement's own numbers have a letter.
#[test]
fn lettered_numbers_of_a_supplement() {
    let lettered: String =
        B.iter().enumerate().map(|(n, entry)| format!("<p>[S{}] {entry}</p>", n + 1)).collect();
    let document = page(&format!(
        "<h2>Text</h2><p>{FILLER}They were polished twice [1]. Scatter is low [2, 3].</p><h2>References</h2><ol>{}</ol>\
         <h2>Supplementary information</h2><p>{FILLER}The chips are thick [S1]. They are cold [S2, S3].</p>\
         <h3>Supplementary references</h3>{lettered}",
        items(&A)
    ));
    expect(
        &document,
        &[
            ("[1]", "C. Hale"),
            ("[2, 3]", "D. Roos + E. Finc"),
            ("[S1]", "F. Gaun"),
            ("[S2, S3]", "G. Hobb + H. Ives"),
        ],
    );
}

#[test]
fn raised_numbers_in_markdown() {
    let text = format!(
        "# Report\n\n## Optics\n\n{FILLER} They were polished twice.^1^ Scatter is low.^2,3^ A power is 2^8 or x^2 here.\n\n\
         ## References\n\n1. {}\n2. {}\n3. {}\n",
        A[0], A[1], A[2]
    );
    let document = parse(Input::new(&text, "report.md")).unwrap();
    expect(&document, &[("1", "C. Hale"), ("2,3", "D. Roos + E. Finc")]);
}

/// A `thebibliography` of entries with the keys `KEY0`, `KEY1` …
fn thebibliography(keys: &[&str], entries: &[&str]) -> String {
    let items: String =
        keys.iter().zip(entries).map(|(key, entry)| format!("\\bibitem{{{key}}} {entry}\n")).collect();
    format!("\\begin{{thebibliography}}{{9}}\n{items}\\end{{thebibliography}}\n")
}

#[test]
fn lists_of_latex_count_and_are_cited_apart() {
    let latex = |body: &str| {
        let source = format!("\\documentclass{{book}}\n\\begin{{document}}\n{body}\\end{{document}}\n");
        parse(Input::new(&source, "main.tex")).unwrap()
    };
    // chapterbib: keys that two chapters share.
    let chapters = latex(&format!(
        "\\chapter{{Mirrors}}\n{FILLER}Mirrors are polished \\cite{{one}} and coated \\cite{{two}}.\n{}\
         \\chapter{{Chips}}\n{FILLER}Chips are thick \\cite{{one}} and cold \\cite{{three}}.\n{}",
        thebibliography(&["one", "two"], &A),
        thebibliography(&["one", "three"], &B),
    ));
    expect(&chapters, &[("[1]", "C. Hale"), ("[2]", "D. Roos"), ("[1]", "F. Gaun"), ("[2]", "G. Hobb")]);
    // A supplement that cites the article's list, too.
    let supplement = latex(&format!(
        "\\section{{Mirrors}}\n{FILLER}Mirrors are polished \\cite{{one}} and coated \\cite{{two}}.\n{}\
         \\appendix\n\\section{{Supplement}}\n{FILLER}Chips are thick \\cite{{four}}, as mirrors are \\cite{{two}}.\n{}",
        thebibliography(&["one", "two"], &A),
        thebibliography(&["four"], &B),
    ));
    expect(&supplement, &[("[1]", "C. Hale"), ("[2]", "D. Roos"), ("[1]", "F. Gaun"), ("[2]", "D. Roos")]);
    // multibib: both lists stand at the end.
    let kinds = latex(&format!(
        "\\section{{Mirrors}}\n{FILLER}Mirrors are polished \\cite{{one}} and coated \\cite{{two}}, says \\citeweb{{four}}.\n{}{}",
        thebibliography(&["one", "two"], &A),
        thebibliography(&["four"], &B),
    ));
    expect(&kinds, &[("[1]", "C. Hale"), ("[2]", "D. Roos"), ("[1]", "F. Gaun")]);
    let numbers: Vec<u32> = kinds.references.iter().map(|reference| reference.number).collect();
    assert_eq!(numbers, [1, 2, 1]);
}
