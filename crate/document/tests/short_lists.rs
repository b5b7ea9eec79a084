//! Reference lists of one or two entries in pages: taken for what they are where the page says so, and only there.

#![allow(clippy::unwrap_used, reason = "tests")]

use citelight_document::document::{Document, Input, parse};

const OWLS: &str = "Lee, K. (2012). Owls that hunt by ear alone. Journal of Owls 3, 4-9.";
const OAK: &str = "Smith, A. (2020). Oak timber in the rivers of the north. Journal of Wood 5, 1-8.";
const UNDATED: &str = "World Health Organization. The state of owls. Geneva.";

/// An article that ends in this.
fn page(end: &str) -> Document {
    let filler = "Nothing is cited in these words, which only fill the page with running text. ".repeat(30);
    let html = format!(
        "<!DOCTYPE html><html><head><title>On rivers</title></head><body><article><h1>On rivers</h1>\
         <h2>Introduction</h2><p>{filler}Owls are quiet [1]. Eels travel by night.</p>{end}</article></body></html>"
    );
    parse(Input::new(&html, "test")).unwrap()
}

fn read(end: &str) -> Vec<String> {
    page(end).references.into_iter().map(|reference| reference.raw).collect()
}

#[test]
fn what_the_page_calls_a_reference_list_is_one() {
    for end in [
        format!("<h2>References</h2><ol><li>{OWLS}</li></ol>"),
        format!("<h2>References</h2><div class='wide'><ol><li>{OWLS}</li></ol></div>"),
        format!("<h2>Bibliografía</h2><ul><li>{OWLS}</li></ul>"),
        format!("<h2>References</h2><p>{OWLS}</p>"),
        format!("<section><h2>4. Literature cited</h2><p>{OWLS}</p></section>"),
        format!("<section role='doc-bibliography'><ol><li>{OWLS}</li></ol></section>"),
        format!("<div role='doc-biblioentry' id='b1'>{OWLS}</div>"),
        format!("<div id='refs' class='csl-bib-body'><div class='csl-entry' id='ref-lee'>{OWLS}</div></div>"),
        format!("<div class='c-article-references'><p>{OWLS}</p></div>"),
        format!(
            "<div id='Bib1-section'><h2>References</h2><div id='Bib1-content'><ol><li><p id='ref-CR1'>{OWLS}</p></li></ol><p><a>Download \
             references</a></p></div></div>"
        ),
        format!("<div class='references'><p>References</p><p>{OWLS}</p><p>Show all</p></div>"),
    ] {
        assert_eq!(read(&end), [OWLS], "{end}");
    }
    for (end, expected) in [
        (format!("<h2>References</h2><ol><li>{OWLS}</li><li>{OAK}</li></ol>"), [OWLS, OAK]),
        (format!("<h2>References</h2><ol><li>{OWLS}</li><li>{UNDATED}</li></ol>"), [OWLS, UNDATED]),
        (format!("<h2>References</h2><p>{OWLS}</p><p>{OAK}</p>"), [OWLS, OAK]),
        (format!("<section role='doc-bibliography'><p>{UNDATED}</p><p>{OAK}</p></section>"), [UNDATED, OAK]),
    ] {
        assert_eq!(read(&end), expected, "{end}");
    }
}

#[test]
fn entries_that_are_identifiers_need_no_year() {
    let end = "<h2>References</h2><ol><li>https://doi.org/10.1016/owls.1</li><li>doi:10.1016/oak.2</li>\
               <li>arXiv:2101.01001</li></ol>";
    let document = page(end);
    assert_eq!(document.references.len(), 3);
    assert!(document.references.iter().all(|reference| reference.is_identifier_only()));
    assert_eq!(read("<h2>References</h2><p>doi:10.1016/owls.1</p>"), ["doi:10.1016/owls.1"]);
}

#[test]
fn one_entry_is_cited_by_its_number() {
    let document = page(&format!("<h2>References</h2><ol><li id='r1'>{OWLS}</li></ol>"));
    assert_eq!(document.citations.len(), 1);
    assert_eq!(document.citations[0].references, [0]);
}

#[test]
fn other_short_lists_are_none() {
    for end in [
        "<h2>Steps</h2><ol><li>In 2012 we went to the river and saw owls.</li><li>In 2013 we came home.</li></ol>".to_owned(),
        format!("<h2>How to cite this article</h2><ul><li>{OWLS}</li></ul>"),
        format!("<div class='citation'><p>Cite this as: {OWLS}</p></div>"),
        format!("<p class='ref'>{OWLS}</p>"),
        "<h2>References</h2><p>None.</p>".to_owned(),
        "<h2>References</h2><ul><li>Show all</li><li>Back to top</li></ul>".to_owned(),
        "<h2>References</h2><p>The list is kept by the library.</p>".to_owned(),
        format!("<h2>References</h2><p>None.</p><h2>Notes</h2><ul><li>{OWLS}</li></ul>"),
        format!("<section class='references'><p>{}</p></section>", "Owls of 2012 were many, as Lee knew. ".repeat(40)),
    ] {
        assert_eq!(read(&end), Vec::<String>::new(), "{end}");
    }
}
