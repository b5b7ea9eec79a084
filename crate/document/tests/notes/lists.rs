//! What tells notes from a reference list.

use citelight_document::document::{Input, parse};

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
