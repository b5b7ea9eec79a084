//! Notes in JATS, TEI and Markdown.

use citelight_document::document::{Input, parse};

use super::article::{assert_meant, assert_notes, list, notes, plain, text};

#[test]
fn jats_and_markdown() {
    let jats = format!(
        "<?xml version='1.0'?><article><front><article-meta><title-group><article-title>Mills</article-title></title-group></article-meta></front>\
         <body><sec><title>Introduction</title><p>{}</p></sec></body><back><fn-group>{}</fn-group><ref-list><title>Bibliography</title>{}</ref-list></back></article>",
        text(|n| format!("<xref ref-type='fn' rid='fn{n}'><sup>{n}</sup></xref>")),
        notes(|n, own| format!("<fn id='fn{n}'><label>{n}</label><p>{own}</p></fn>")),
        list(|n, own| format!("<ref id='B{n}'><mixed-citation>{own}</mixed-citation></ref>")),
    );
    assert_notes("JATS", &jats);
    let listed: String = list(|_, own| format!("{own}\n\n"));
    let defined = notes(|n, own| format!("[^{n}]: {own}\n\n"));
    let numbered = format!("## Notes\n\n{}", notes(|n, own| format!("{n}. {own}\n")));
    let linked = format!("## Notes\n\n{}", notes(|n, own| format!("{n}. <a id='fn{n}'></a>{own}\n")));
    for (name, marked, notes) in [
        ("definitions", text(|n| format!("[^{n}]")), defined.as_str()),
        ("inline notes", text(|n| format!("^[{}]", plain(n))), ""),
        ("raised numbers", text(|n| format!("^{n}^")), &numbered),
        ("raised numbers in HTML", text(|n| format!("<sup>{n}</sup>")), &numbered),
        ("numbers in brackets", text(|n| format!("[{n}]")), &numbered),
        ("raised links", text(|n| format!("<sup>[{n}](#fn{n})</sup>")), &linked),
    ] {
        for rest in
            [format!("{notes}\n\n## Bibliography\n\n{listed}"), format!("## Bibliography\n\n{listed}{notes}")]
        {
            assert_notes(name, &format!("# Mills\n\n## Introduction\n\n{marked}\n\n{rest}"));
        }
    }
}

/// Lists, sections and paragraphs of notes in JATS, beside the bibliography.
#[test]
fn jats_notes_outside_of_footnote_groups() {
    let listed = list(|n, own| format!("<ref id='B{n}'><mixed-citation>{own}</mixed-citation></ref>"));
    let entries = format!("<ref-list><title>Bibliography</title>{listed}</ref-list>");
    let own_list = notes(|n, own| {
        format!("<ref id='N{n}'><label>{n}</label><mixed-citation>{own}</mixed-citation></ref>")
    });
    let remarks = notes(|n, own| format!("<ref id='N{n}'><label>{n}</label><note><p>{own}</p></note></ref>"));
    let items = notes(|n, own| format!("<list-item id='N{n}'><p>{own}</p></list-item>"));
    let paragraphs = notes(|n, own| format!("<p>{n}. {own}</p>"));
    for (name, back) in [
        ("a list of notes", format!("<ref-list><title>Notes</title>{own_list}</ref-list>{entries}")),
        ("a list of remarks", format!("<ref-list><title>Endnotes</title>{remarks}</ref-list>{entries}")),
        (
            "a section with a list",
            format!("<sec><title>Notes</title><list list-type='order'>{items}</list></sec>{entries}"),
        ),
        ("paragraphs", format!("<notes><title>Notes</title>{paragraphs}</notes>{entries}")),
    ] {
        let page = format!(
            "<?xml version='1.0'?><article><front><article-meta><title-group><article-title>Mills</article-title></title-group>\
             </article-meta></front><body><sec><title>Introduction</title><p>{}</p></sec></body><back>{back}</back></article>",
            text(|n| format!("<xref ref-type='fn' rid='N{n}'><sup>{n}</sup></xref>"))
        );
        assert_notes(name, &page);
    }
}

/// Notes of TEI, wherever they stand and whatever says that they are notes; entries of the bibliography outside of a list.
#[test]
fn tei_notes() {
    let listed = list(|_, entry| format!("<bibl>{entry}</bibl>"));
    let list = format!("<listBibl>{listed}</listBibl>");
    let page = |mark: &dyn Fn(usize) -> String, notes: &str, list: &str| {
        format!(
            "<?xml version='1.0'?><TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader><fileDesc><titleStmt><title>Mills</title>\
             </titleStmt></fileDesc></teiHeader><text><body><div><head>Introduction</head><p>{}</p></div></body><back>{notes}\
             <div type='bibliography'><head>Bibliography</head>{list}</div></back></text></TEI>",
            text(mark)
        )
    };
    let named = notes(|n, own| format!("<note xml:id='n{n}'><p>{own}</p></note>"));
    let named = format!("<div type='notes'>{named}</div>");
    for (name, page) in [
        ("foot", page(&|n| format!("<note place='foot' n='{n}'>{}</note>", plain(n)), "", &list)),
        ("number alone", page(&|n| format!("<note n='{n}'>{}</note>", plain(n)), "", &list)),
        ("reference", page(&|n| format!("<ref type='note' target='#n{n}'>{n}</ref>"), &named, &list)),
        ("pointer", page(&|n| format!("<ptr type='noteAnchor' target='#n{n}'/>"), &named, &list)),
        (
            "raised reference",
            page(&|n| format!("<hi rend='sup'><ref target='#n{n}'>{n}</ref></hi>"), &named, &list),
        ),
        (
            "entries without a list",
            page(&|n| format!("<note place='bottom' n='{n}'>{}</note>", plain(n)), "", &listed),
        ),
    ] {
        let document = parse(Input::new(&page, name)).expect("the page parses");
        assert_eq!(document.references.len(), 3, "{name}");
        assert_meant(name, &document);
    }
}
