//! Notes beside a bibliography, in the markup of word processors, converters, plugins and journals.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight::citation::{CitationStyle, Mapping};
use citelight::document::{Document, Input, parse};

const NOTES: [&str; 8] = [
    "Carla Hale, <em>The Mill Tax</em> (Leeds: Aire, 1987), 12.",
    "Ibid., 14. See also Dirk Roos, <em>Flour and Anger</em> (York: Minster, 1990), 3.",
    "Ibid., 20.",
    "Hale, <em>Mill Tax</em>, 31; Eva Finch, “Paying in Flour,” <em>Mill History</em> 3 (1999): 5.",
    "Roos, <em>Flour and Anger</em>, 8.",
    "Ibid.",
    "I thank the millers of the valley for their patience.",
    "Hale, op. cit., 40.",
];

const SENTENCES: [&str; 8] = [
    "Mills were taxed early.",
    "The tax was resented.",
    "It was kept for long.",
    "Some paid in flour.",
    "The miller kept a share.",
    "The share was one tenth.",
    "Nobody wrote it down.",
    "The tax fell in the end.",
];

/// What each mark means: the entries are Finch, Hale and Roos.
const MEANT: [&str; 8] = ["Hale", "Hale Roos", "?Hale Roos", "Hale Finch", "Roos", "Roos", "", "Hale"];

const BIBLIOGRAPHY: &str = "<h2>Bibliography</h2>\
    <p>Finch, Eva. “Paying in Flour.” <em>Mill History</em> 3 (1999): 1–9.</p>\
    <p>Hale, Carla. <em>The Mill Tax</em>. Leeds: Aire, 1987.</p>\
    <p>Roos, Dirk. <em>Flour and Anger</em>. York: Minster, 1990.</p>";

/// A page whose marks and notes are written by `mark` and `note`, the notes between `before` and `after`.
fn page(
    mark: impl Fn(usize) -> String,
    before: &str,
    note: impl Fn(usize, &str) -> String,
    after: &str,
    bibliography_first: bool,
) -> String {
    let text: Vec<String> = SENTENCES
        .iter()
        .enumerate()
        .map(|(index, sentence)| format!("{sentence}{}", mark(index + 1)))
        .collect();
    let notes: String = NOTES.iter().enumerate().map(|(index, text)| note(index + 1, text)).collect();
    let notes = format!("{before}{notes}{after}");
    let rest =
        if bibliography_first { format!("{BIBLIOGRAPHY}{notes}") } else { format!("{notes}{BIBLIOGRAPHY}") };
    format!(
        "<!DOCTYPE html><html><head><title>Mills and taxes</title></head><body><h1>Mills and taxes</h1><h2>Introduction</h2>\
         <p>{}</p>{rest}</body></html>",
        text.join(" ")
    )
}

fn surname(document: &Document, index: usize) -> String {
    let raw = document.references.get(index).map(|reference| reference.raw.clone()).unwrap_or_default();
    raw.split(',').next().unwrap_or_default().to_owned()
}

/// What the marks of a page mean, in order, by surnames.
fn meant(document: &Document) -> Vec<String> {
    document
        .citations
        .iter()
        .map(|citation| {
            let mut names: Vec<String> =
                citation.references.iter().map(|index| surname(document, *index)).collect();
            if let Mapping::Ambiguous { candidates } = &citation.status {
                names.extend(candidates.iter().map(|index| surname(document, *index)));
                return format!("?{}", names.join(" "));
            }
            names.join(" ")
        })
        .collect()
}

#[track_caller]
fn assert_notes(name: &str, page: &str) {
    let document = parse(Input::new(page, name)).expect("the page parses");
    assert_eq!(document.references.len(), 3, "{name}: {:#?}", document.references);
    let expected: Vec<&str> = MEANT.iter().copied().filter(|meant| !meant.is_empty()).collect();
    assert_eq!(meant(&document), expected, "{name}: {:#?}", document.blocks);
    assert_eq!(document.style, CitationStyle::Note, "{name}");
    for citation in &document.citations {
        let surface = &document.blocks[citation.block].text[citation.range.clone()];
        assert!(surface.contains(|c: char| c.is_ascii_digit()), "{name}: {surface}");
    }
}

#[test]
fn plain_lists_with_links_back() {
    assert_notes(
        "handmade",
        &page(
            |n| format!("<sup><a href='#n{n}' id='r{n}'>{n}</a></sup>"),
            "<h2>Notes</h2><ol>",
            |n, text| format!("<li id='n{n}'>{text} <a href='#r{n}'>↩</a></li>"),
            "</ol>",
            false,
        ),
    );
    assert_notes(
        "numbers that lead back",
        &page(
            |n| format!("<a name='back{n}' href='#en{n}'><sup>[{n}]</sup></a>"),
            "<h2>Endnotes</h2>",
            |n, text| format!("<p><a name='en{n}' href='#back{n}'>[{n}]</a> {text}</p>"),
            "",
            false,
        ),
    );
    assert_notes(
        "no link back, numbers typed",
        &page(
            |n| format!("<a href='#note{n}'><sup>{n}</sup></a>"),
            "<div id='notes'>",
            |n, text| format!("<p id='note{n}'>{n}. {text}</p>"),
            "</div>",
            false,
        ),
    );
}

#[test]
fn word_processors() {
    for (foot, list) in [("ftn", "footnote"), ("edn", "endnote")] {
        assert_notes(
            "Word",
            &page(
                |n| {
                    format!(
                        "<a style='mso-{list}-id:{foot}{n}' href='#_{foot}{n}' name='_{foot}ref{n}' title=''><span class='MsoFootnoteReference'><span style='mso-special-character:{list}'>[{n}]</span></span></a>"
                    )
                },
                &format!(
                    "<div style='mso-element:{list}-list'><br clear=all><hr align=left size=1 width='33%'>"
                ),
                |n, text| {
                    format!(
                        "<div style='mso-element:{list}' id={foot}{n}><p class=MsoFootnoteText><a style='mso-{list}-id:{foot}{n}' href='#_{foot}ref{n}' name='_{foot}{n}' title=''><span class=MsoFootnoteReference><span>[{n}]</span></span></a> {text}</p></div>"
                    )
                },
                "</div>",
                true,
            ),
        );
    }
    assert_notes(
        "LibreOffice",
        &page(
            |n| {
                format!(
                    "<a class='sdfootnoteanc' name='sdfootnote{n}anc' href='#sdfootnote{n}sym'><sup>{n}</sup></a>"
                )
            },
            "",
            |n, text| {
                format!(
                    "<div id='sdfootnote{n}'><p class='sdfootnote'><a class='sdfootnotesym' name='sdfootnote{n}sym' href='#sdfootnote{n}anc'>{n}</a>{text}</p></div>"
                )
            },
            "",
            true,
        ),
    );
    assert_notes(
        "Google Docs",
        &page(
            |n| format!("<sup><a href='#ftnt{n}' id='ftnt_ref{n}'>[{n}]</a></sup>"),
            "<hr>",
            |n, text| {
                format!(
                    "<div><p class='c2'><a href='#ftnt_ref{n}' id='ftnt{n}'>[{n}]</a><span>&nbsp;{text}</span></p></div>"
                )
            },
            "",
            true,
        ),
    );
}

#[test]
fn converters() {
    assert_notes(
        "pandoc",
        &page(
            |n| {
                format!(
                    "<a href='#fn{n}' class='footnote-ref' id='fnref{n}' role='doc-noteref'><sup>{n}</sup></a>"
                )
            },
            "<section id='footnotes' class='footnotes footnotes-end-of-document' role='doc-endnotes'><hr /><ol>",
            |n, text| {
                format!(
                    "<li id='fn{n}'><p>{text} <a href='#fnref{n}' class='footnote-back' role='doc-backlink'>↩︎</a></p></li>"
                )
            },
            "</ol></section>",
            true,
        ),
    );
    assert_notes(
        "kramdown",
        &page(
            |n| {
                format!("<sup id='fnref:{n}'><a href='#fn:{n}' class='footnote' rel='footnote'>{n}</a></sup>")
            },
            "<div class='footnotes'><ol>",
            |n, text| {
                format!(
                    "<li id='fn:{n}'><p>{text} <a href='#fnref:{n}' class='reversefootnote'>&#8617;</a></p></li>"
                )
            },
            "</ol></div>",
            true,
        ),
    );
    assert_notes(
        "GitHub",
        &page(
            |n| {
                format!(
                    "<sup><a href='#user-content-fn-{n}' id='user-content-fnref-{n}' data-footnote-ref aria-describedby='footnote-label'>{n}</a></sup>"
                )
            },
            "<section data-footnotes class='footnotes'><h2 id='footnote-label' class='sr-only'>Footnotes</h2><ol>",
            |n, text| {
                format!(
                    "<li id='user-content-fn-{n}'><p>{text} <a href='#user-content-fnref-{n}' data-footnote-backref aria-label='Back to reference {n}' class='data-footnote-backref'>↩</a></p></li>"
                )
            },
            "</ol></section>",
            true,
        ),
    );
    assert_notes(
        "docutils",
        &page(
            |n| format!("<a class='footnote-reference' href='#id{}' id='id{n}'>[{n}]</a>", n + 100),
            "",
            |n, text| {
                format!(
                    "<table class='docutils footnote' frame='void' id='id{}' rules='none'><tbody><tr><td class='label'><a class='fn-backref' href='#id{n}'>[{n}]</a></td><td>{text}</td></tr></tbody></table>",
                    n + 100
                )
            },
            "",
            true,
        ),
    );
    assert_notes(
        "tex4ht",
        &page(
            |n| {
                format!(
                    "<span class='footnote-mark'><a href='#fn{n}x0' id='fn{n}x0-bk'><sup class='textsuperscript'>{n}</sup></a></span>"
                )
            },
            "<div class='footnotes'>",
            |n, text| {
                format!(
                    "<p class='indent'><span class='footnote-mark'><a href='#fn{n}x0-bk' id='fn{n}x0'><sup class='textsuperscript'>{n}</sup></a></span>{text}</p>"
                )
            },
            "</div>",
            true,
        ),
    );
}

#[test]
fn journals_and_wikis() {
    assert_notes(
        "OpenEdition",
        &page(
            |n| format!("<a class='footnotecall' id='bodyftn{n}' href='#ftn{n}'>{n}</a>"),
            "<div id='notes' class='section'><h2 class='section'>Notes</h2>",
            |n, text| {
                format!(
                    "<p class='notesbaspage'><a class='FootnoteSymbol' id='ftn{n}' href='#bodyftn{n}'>{n}</a> {text}</p>"
                )
            },
            "</div>",
            true,
        ),
    );
    assert_notes(
        "Springer",
        &page(
            |n| {
                format!(
                    "<sup><a href='#Fn{n}' data-track='click'><span class='u-visually-hidden'>Footnote </span>{n}</a></sup>"
                )
            },
            "<section><div id='notes-section'><h2 id='notes'>Notes</h2><ol class='c-article-footnote c-article-footnote--listed'>",
            |n, text| {
                format!(
                    "<li class='c-article-footnote--listed__item' id='Fn{n}' data-counter='{n}.'><div class='c-article-footnote--listed__content'><p>{text}</p></div></li>"
                )
            },
            "</ol></div></section>",
            true,
        ),
    );
    assert_notes(
        "MediaWiki",
        &page(
            |n| {
                format!(
                    "<sup id='cite_ref-{n}' class='reference'><a href='#cite_note-{n}'><span>[</span>{n}<span>]</span></a></sup>"
                )
            },
            "<h2>References</h2><div class='mw-references-wrap'><ol class='references'>",
            |n, text| {
                format!(
                    "<li id='cite_note-{n}'><span class='mw-cite-backlink'><b><a href='#cite_ref-{n}'>^</a></b></span> <span class='reference-text'>{text}</span></li>"
                )
            },
            "</ol></div>",
            false,
        ),
    );
    assert_notes(
        "WordPress",
        &page(
            |n| {
                format!(
                    "<sup data-fn='7c0b-{n}' class='fn'><a href='#7c0b-{n}' id='7c0b-{n}-link'>{n}</a></sup>"
                )
            },
            "<ol class='wp-block-footnotes'>",
            |n, text| {
                format!(
                    "<li id='7c0b-{n}'>{text} <a href='#7c0b-{n}-link' aria-label='Jump to footnote reference {n}'>↩︎</a></li>"
                )
            },
            "</ol>",
            true,
        ),
    );
    assert_notes(
        "a plugin with a table",
        &page(
            |n| {
                format!(
                    "<sup id='footnote_plugin_tooltip_1_{n}'><a href='#footnote_plugin_reference_1_{n}'>[{n}]</a></sup>"
                )
            },
            "<div class='footnotes_reference_container'><table class='footnotes_table'><tbody>",
            |n, text| {
                format!(
                    "<tr class='footnotes_plugin_reference_row'><th scope='row' id='footnote_plugin_reference_1_{n}' class='footnote_plugin_index'><a href='#footnote_plugin_tooltip_1_{n}' class='footnote_backlink'>↑{n}</a></th><td class='footnote_plugin_text'>{text}</td></tr>"
                )
            },
            "</tbody></table></div>",
            true,
        ),
    );
    assert_notes(
        "notes in the footer",
        &page(
            |n| format!("<a href='#EN000{n}'><sup>{n}</sup></a>"),
            "<footer><h2>Notes</h2>",
            |n, text| format!("<p id='EN000{n}'><span>{n}.</span> {text}</p>"),
            "</footer>",
            true,
        ),
    );
    assert_notes(
        "definitions",
        &page(
            |n| format!("<a name='tex2html{n}' href='#foot{n}'><sup>{n}</sup></a>"),
            "<h4>Footnotes</h4><dl>",
            |n, text| {
                format!(
                    "<dt><a name='foot{n}'>... note</a><a href='#tex2html{n}'><sup>{n}</sup></a></dt><dd>{text}</dd>"
                )
            },
            "</dl>",
            true,
        ),
    );
}

/// A numbered reference list whose entries link back to the text is no list of notes, with or without a bibliography behind it.
#[test]
fn reference_lists_with_links_back_stay_lists() {
    let entries: String = (1..=5)
        .map(|n| format!("<li id='cite_note-{n}'><a href='#cite_ref-{n}'>^</a> Hale, C. ({}). Mill tax number {n}. Mill History {n}, 1–9.</li>", 1980 + n))
        .collect();
    let text: String = (1..=5)
        .map(|n| format!("It was so.<sup id='cite_ref-{n}'><a href='#cite_note-{n}'>[{n}]</a></sup> "))
        .collect();
    let list = "<h2>Bibliography</h2><p>Hale, Carla. <em>Water and Stone</em>. Leeds: Aire, 2001.</p><p>Hale, Carla. <em>Hills</em>. Leeds: Aire, 2005.</p>";
    for (after, further) in [("", 0), (list, 2)] {
        let page = format!(
            "<html><body><h1>Mills</h1><h2>Text</h2><p>{text}</p><h2>References</h2><ol class='references'>{entries}</ol>{after}</body></html>"
        );
        let document = parse(Input::new(&page, "wiki")).expect("the page parses");
        assert_eq!(document.references.len(), 5 + further, "{:#?}", document.references);
        assert_eq!(document.citations.len(), 5);
        assert!(document.citations.iter().enumerate().all(|(index, own)| own.references == [index]));
    }
}

/// The plain text of a note as XML and Markdown write it.
fn plain(text: &str) -> String {
    text.replace("<em>", "").replace("</em>", "")
}

#[test]
fn jats_and_markdown() {
    let entries = [
        "Finch, Eva. “Paying in Flour.” Mill History 3 (1999): 1–9.",
        "Hale, Carla. The Mill Tax. Leeds: Aire, 1987.",
        "Roos, Dirk. Flour and Anger. York: Minster, 1990.",
    ];
    let text = |mark: &dyn Fn(usize) -> String| -> String {
        SENTENCES
            .iter()
            .enumerate()
            .map(|(index, sentence)| format!("{sentence}{} ", mark(index + 1)))
            .collect()
    };
    let notes = |note: &dyn Fn(usize, &str) -> String| -> String {
        NOTES.iter().enumerate().map(|(index, own)| note(index + 1, &plain(own))).collect()
    };
    let list = |entry: &dyn Fn(usize, &str) -> String| -> String {
        entries.iter().enumerate().map(|(index, own)| entry(index + 1, own)).collect()
    };
    let jats = format!(
        "<?xml version='1.0'?><article><front><article-meta><title-group><article-title>Mills</article-title></title-group></article-meta></front>\
         <body><sec><title>Introduction</title><p>{}</p></sec></body><back><fn-group>{}</fn-group><ref-list><title>Bibliography</title>{}</ref-list></back></article>",
        text(&|n| format!("<xref ref-type='fn' rid='fn{n}'><sup>{n}</sup></xref>")),
        notes(&|n, own| format!("<fn id='fn{n}'><label>{n}</label><p>{own}</p></fn>")),
        list(&|n, own| format!("<ref id='B{n}'><mixed-citation>{own}</mixed-citation></ref>")),
    );
    assert_notes("JATS", &jats);
    let listed: String = list(&|_, own| format!("{own}\n\n"));
    let defined = notes(&|n, own| format!("[^{n}]: {own}\n\n"));
    let numbered = format!("## Notes\n\n{}", notes(&|n, own| format!("{n}. {own}\n")));
    let linked = format!("## Notes\n\n{}", notes(&|n, own| format!("{n}. <a id='fn{n}'></a>{own}\n")));
    for (name, marked, notes) in [
        ("definitions", text(&|n| format!("[^{n}]")), defined.as_str()),
        ("inline notes", text(&|n| format!("^[{}]", plain(NOTES[n - 1]))), ""),
        ("raised numbers", text(&|n| format!("^{n}^")), &numbered),
        ("raised numbers in HTML", text(&|n| format!("<sup>{n}</sup>")), &numbered),
        ("numbers in brackets", text(&|n| format!("[{n}]")), &numbered),
        ("raised links", text(&|n| format!("<sup>[{n}](#fn{n})</sup>")), &linked),
    ] {
        for rest in
            [format!("{notes}\n\n## Bibliography\n\n{listed}"), format!("## Bibliography\n\n{listed}{notes}")]
        {
            assert_notes(name, &format!("# Mills\n\n## Introduction\n\n{marked}\n\n{rest}"));
        }
    }
}

/// More notes than entries, each with its year, are still no reference list, wherever they stand.
#[test]
fn many_full_notes_are_not_a_reference_list() {
    let authors = ["Ash", "Birch", "Cedar", "Dorn", "Elm", "Fir", "Gorse", "Holly"];
    let entries: String = authors
        .iter()
        .enumerate()
        .map(|(n, name)| {
            format!("<p>{name}, Ada. <em>Book of Mills Number {n}</em>. York: Minster, {}.</p>", 1950 + n)
        })
        .collect();
    for (prefix, back) in [("fn", "fnref"), ("n", "b"), ("cite_note-", "cite_ref-")] {
        let text: String = (0..12)
            .map(|n| {
                format!(
                    "Mills number {n} were taxed.<sup id='{back}{n}'><a href='#{prefix}{n}'>{}</a></sup> ",
                    n + 1
                )
            })
            .collect();
        let notes: String = (0..12)
            .map(|n| {
                let (name, number) = (authors[n % 8], n % 8);
                format!("<li id='{prefix}{n}'>Ada {name}, <em>Book of Mills Number {number}</em> (York: Minster, {}), {n}. <a href='#{back}{n}'>↩</a></li>", 1950 + number)
            })
            .collect();
        let (notes, list) = (format!("<hr><ol>{notes}</ol>"), format!("<h2>Bibliography</h2>{entries}"));
        for rest in [format!("{list}{notes}"), format!("<h2>Notes</h2>{notes}{list}")] {
            let page = format!("<html><body><h1>Mills</h1><h2>Text</h2><p>{text}</p>{rest}</body></html>");
            let document = parse(Input::new(&page, prefix)).expect("the page parses");
            assert_eq!(document.references.len(), 8, "{prefix}: {rest}");
            let found: Vec<Vec<usize>> =
                document.citations.iter().map(|own| own.references.clone()).collect();
            assert_eq!(found, (0..12).map(|n| vec![n % 8]).collect::<Vec<_>>(), "{prefix}: {rest}");
        }
    }
}

/// Notes of TEI, wherever they stand and whatever says that they are notes; entries of the bibliography outside of a list.
#[test]
fn tei_notes() {
    let entries = [
        "Finch, Eva. “Paying in Flour.” Mill History 3 (1999): 1–9.",
        "Hale, Carla. The Mill Tax. Leeds: Aire, 1987.",
        "Roos, Dirk. Flour and Anger. York: Minster, 1990.",
    ];
    let listed: String = entries.iter().map(|entry| format!("<bibl>{entry}</bibl>")).collect();
    let list = format!("<listBibl>{listed}</listBibl>");
    let page = |mark: &dyn Fn(usize, &str) -> String, notes: &str, list: &str| {
        let text: Vec<String> = SENTENCES
            .iter()
            .zip(NOTES)
            .enumerate()
            .map(|(index, (sentence, note))| format!("{sentence}{}", mark(index + 1, &plain(note))))
            .collect();
        format!(
            "<?xml version='1.0'?><TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader><fileDesc><titleStmt><title>Mills</title>\
             </titleStmt></fileDesc></teiHeader><text><body><div><head>Introduction</head><p>{}</p></div></body><back>{notes}\
             <div type='bibliography'><head>Bibliography</head>{list}</div></back></text></TEI>",
            text.join(" ")
        )
    };
    let apart = |note: &dyn Fn(usize, &str) -> String| -> String {
        let notes: String =
            NOTES.iter().enumerate().map(|(index, own)| note(index + 1, &plain(own))).collect();
        format!("<div type='notes'>{notes}</div>")
    };
    let named = apart(&|n, own| format!("<note xml:id='n{n}'><p>{own}</p></note>"));
    for (name, page) in [
        ("foot", page(&|n, own| format!("<note place='foot' n='{n}'>{own}</note>"), "", &list)),
        ("number alone", page(&|n, own| format!("<note n='{n}'>{own}</note>"), "", &list)),
        ("reference", page(&|n, _| format!("<ref type='note' target='#n{n}'>{n}</ref>"), &named, &list)),
        ("pointer", page(&|n, _| format!("<ptr type='noteAnchor' target='#n{n}'/>"), &named, &list)),
        (
            "raised reference",
            page(&|n, _| format!("<hi rend='sup'><ref target='#n{n}'>{n}</ref></hi>"), &named, &list),
        ),
        (
            "entries without a list",
            page(&|n, own| format!("<note place='bottom' n='{n}'>{own}</note>"), "", &listed),
        ),
    ] {
        let document = parse(Input::new(&page, name)).expect("the page parses");
        assert_eq!(document.references.len(), 3, "{name}");
        let expected: Vec<&str> = MEANT.iter().copied().filter(|meant| !meant.is_empty()).collect();
        assert_eq!(meant(&document), expected, "{name}: {:#?}", document.blocks);
    }
}

/// Lists, sections and paragraphs of notes in JATS, beside the bibliography.
#[test]
fn jats_notes_outside_of_footnote_groups() {
    let entries = "<ref-list><title>Bibliography</title>\
        <ref id='B1'><mixed-citation>Finch, Eva. “Paying in Flour.” Mill History 3 (1999): 1–9.</mixed-citation></ref>\
        <ref id='B2'><mixed-citation>Hale, Carla. The Mill Tax. Leeds: Aire, 1987.</mixed-citation></ref>\
        <ref id='B3'><mixed-citation>Roos, Dirk. Flour and Anger. York: Minster, 1990.</mixed-citation></ref></ref-list>";
    let notes = |note: &dyn Fn(usize, &str) -> String| -> String {
        NOTES.iter().enumerate().map(|(index, own)| note(index + 1, &plain(own))).collect()
    };
    let list = notes(&|n, own| {
        format!("<ref id='N{n}'><label>{n}</label><mixed-citation>{own}</mixed-citation></ref>")
    });
    let remarks =
        notes(&|n, own| format!("<ref id='N{n}'><label>{n}</label><note><p>{own}</p></note></ref>"));
    let items = notes(&|n, own| format!("<list-item id='N{n}'><p>{own}</p></list-item>"));
    let paragraphs = notes(&|n, own| format!("<p>{n}. {own}</p>"));
    for (name, back) in [
        ("a list of notes", format!("<ref-list><title>Notes</title>{list}</ref-list>{entries}")),
        ("a list of remarks", format!("<ref-list><title>Endnotes</title>{remarks}</ref-list>{entries}")),
        (
            "a section with a list",
            format!("<sec><title>Notes</title><list list-type='order'>{items}</list></sec>{entries}"),
        ),
        ("paragraphs", format!("<notes><title>Notes</title>{paragraphs}</notes>{entries}")),
    ] {
        let text: Vec<String> = SENTENCES
            .iter()
            .enumerate()
            .map(|(index, own)| {
                format!("{own}<xref ref-type='fn' rid='N{0}'><sup>{0}</sup></xref>", index + 1)
            })
            .collect();
        let page = format!(
            "<?xml version='1.0'?><article><front><article-meta><title-group><article-title>Mills</article-title></title-group>\
             </article-meta></front><body><sec><title>Introduction</title><p>{}</p></sec></body><back>{back}</back></article>",
            text.join(" ")
        );
        assert_notes(name, &page);
    }
}

/// Numbers without a link, and notes that only their heading or a rule tells from the bibliography: they never mean its entries
/// by position.
#[test]
fn notes_without_links() {
    let raised = |n: usize| format!("<sup>{n}</sup>");
    assert_notes(
        "an ordered list",
        &page(raised, "<h2>Notes</h2><ol>", |_, text| format!("<li>{text}</li>"), "</ol>", false),
    );
    assert_notes(
        "paragraphs",
        &page(raised, "<h2>Endnotes</h2>", |n, text| format!("<p>{n}. {text}</p>"), "", false),
    );
    assert_notes(
        "numbers in brackets",
        &page(
            |n| format!(" [{n}]"),
            "<h2>Anmerkungen</h2>",
            |n, text| format!("<p>[{n}] {text}</p>"),
            "",
            false,
        ),
    );
    assert_notes(
        "below a rule",
        &page(raised, "<hr>", |n, text| format!("<p><sup>{n}</sup> {text}</p>"), "", true),
    );
}

#[test]
fn further_systems() {
    assert_notes(
        "Substack",
        &page(
            |n| format!("<a class='footnote-anchor' id='footnote-anchor-{n}' href='#footnote-{n}'>{n}</a>"),
            "",
            |n, text| {
                format!(
                    "<div class='footnote'><a id='footnote-{n}' href='#footnote-anchor-{n}' class='footnote-number'>{n}</a><div class='footnote-content'><p>{text}</p></div></div>"
                )
            },
            "",
            true,
        ),
    );
    assert_notes(
        "Silverchair",
        &page(
            |n| {
                format!(
                    "<sup><a class='xrefLink' id='jumplink-FN{n}' href='javascript:;' data-open='FN{n}'>{n}</a></sup>"
                )
            },
            "<h2 class='footnotes-title'>Footnotes</h2>",
            |n, text| {
                format!(
                    "<div content-id='FN{n}' class='footnote'><span class='fn'><span class='label fn-label'>{n}</span><p class='chapter-para'>{text}</p></span></div>"
                )
            },
            "",
            true,
        ),
    );
    assert_notes(
        "Jupyter Book",
        &page(
            |n| {
                format!(
                    "<a class='footnote-reference brackets' href='#id{}' id='id{n}' role='doc-noteref'><span class='fn-bracket'>[</span>{n}<span class='fn-bracket'>]</span></a>",
                    n + 100
                )
            },
            "<aside class='footnote-list brackets'>",
            |n, text| {
                format!(
                    "<aside class='footnote brackets' id='id{}' role='doc-footnote'><span class='label'><span class='fn-bracket'>[</span><a role='doc-backlink' href='#id{n}'>{n}</a><span class='fn-bracket'>]</span></span><p>{text}</p></aside>",
                    n + 100
                )
            },
            "</aside>",
            true,
        ),
    );
    assert_notes(
        "DocBook",
        &page(
            |n| {
                format!(
                    "<a href='#ftn.d0e{n}' class='footnote' name='d0e{n}'><sup class='footnote'>[{n}]</sup></a>"
                )
            },
            "<div class='footnotes'><br><hr>",
            |n, text| {
                format!(
                    "<div id='ftn.d0e{n}' class='footnote'><p><a href='#d0e{n}' class='para'><sup class='para'>[{n}] </sup></a>{text}</p></div>"
                )
            },
            "</div>",
            true,
        ),
    );
    assert_notes(
        "InDesign",
        &page(
            |n| {
                format!(
                    "<span id='footnote-00{n}-backlink'><a class='_idFootnoteLink' href='mills.html#footnote-00{n}'>{n}</a></span>"
                )
            },
            "<hr><section class='_idFootnotes'>",
            |n, text| {
                format!(
                    "<div class='_idFootnote' epub:type='footnote'><p id='footnote-00{n}'><a class='_idFootnoteAnchor' href='mills.html#footnote-00{n}-backlink'>{n}</a>\t{text}</p></div>"
                )
            },
            "</section>",
            true,
        ),
    );
}
