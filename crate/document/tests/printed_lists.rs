//! Reference lists that no markup sets apart: whatever a page takes for the heading, and whatever parts its entries.

#![allow(clippy::unwrap_used, reason = "tests")]

use citelight_document::document::{Document, Input, parse};

const NUMBERED: [&str; 5] = [
    "R. S. Payne. Acoustic location of prey by barn owls. Journal of Experimental Biology, 54:535–573, 1971.",
    "E. I. Knudsen and M. Konishi. Mechanisms of sound localization. Journal of Comparative Physiology, 133:13–21, 1979.",
    "I. Taylor. Barn owls. Cambridge University Press, 1994.",
    "A. Authorb. On the flight of owls. Journal of Owls, 3:1–9, 1983.",
    "A. Authorc. On the sleep of owls. Journal of Owls, 4:1–9, 1984.",
];

const NAMED: [&str; 4] = [
    "Knudsen, E. I., &amp; Konishi, M. (1979). Mechanisms of sound localization. Journal of Comparative Physiology, 133, 13–21.",
    "Payne, R. S. (1971). Acoustic location of prey by barn owls. Journal of Experimental Biology, 54, 535–573.",
    "Taylor, I. (1994). Barn owls. Cambridge University Press.",
    "Young, A. (1983). On the flight of owls. Journal of Owls, 3, 1–9.",
];

const HEADINGS: [&str; 11] = [
    "<h2>References</h2>",
    "<p><b>References</b></p>",
    "<p><strong>Literature cited</strong></p>",
    "<div><b>References:</b></div>",
    "<p class=\"heading\">References</p>",
    "<center><b>REFERENCES</b></center>",
    "<b>References</b><br>",
    "<p><font size=\"4\">Literaturverzeichnis</font></p>",
    "<p><u>References</u></p>",
    "<p>Bibliography</p>",
    "<div>参考文献</div>",
];

fn page(cites: [&str; 3], heading: &str, list: &str) -> Document {
    let [first, second, third] = cites;
    let page = format!(
        "<!DOCTYPE html><html><head><title>How owls hunt</title></head><body><nav><a href=\"/\">Home</a></nav><div id=\"content\">\
         <h1>How owls hunt</h1><h2>1 Introduction</h2>\
         <p>Owls hunt by ear alone, and a barn owl finds a mouse in total darkness within a metre {first}. Its ears stand at \
         different heights, so that sounds from above arrive louder in one than in the other {second}.</p>\
         <p>We followed forty owls over three winters in the same valley and recorded every strike, as others did before us in \
         the north {third}. Snow made no difference to how often they succeeded, which agrees with earlier work {first}.</p>\
         {heading}{list}</div><footer>Contact</footer></body></html>"
    );
    parse(Input::new(&page, "page.html")).unwrap()
}

fn joined<'a>(entries: impl Iterator<Item = &'a str>, form: impl Fn(usize, &str) -> String) -> String {
    entries.zip(1..).map(|(entry, number)| form(number, entry)).collect()
}

fn assert_read(document: &Document, entries: &[&str], what: &str) {
    let read: Vec<String> = document.references.iter().map(|reference| reference.raw.clone()).collect();
    let entries: Vec<String> = entries.iter().map(|entry| entry.replace("&amp;", "&")).collect();
    assert_eq!(read, entries, "{what}");
    let found: Vec<&[usize]> = document.citations.iter().map(|citation| &*citation.references).collect();
    assert_eq!(found.len(), 4, "{what}: {found:?}");
    assert!(found.iter().all(|references| references.len() == 1), "{what}: {found:?}");
    assert!(document.blocks.iter().all(|block| !block.text.contains("Cambridge")), "{what}");
    assert!(
        document.blocks.iter().any(|block| block.text.ends_with(").") || block.text.ends_with("].")),
        "{what}"
    );
}

#[test]
fn numbered_lists_are_read_whatever_sets_their_entries_apart() {
    let lists: [(&str, String); 8] = [
        ("paragraphs", joined(NUMBERED.into_iter(), |n, entry| format!("<p>[{n}] {entry}</p>"))),
        ("lines", joined(NUMBERED.into_iter(), |n, entry| format!("[{n}] {entry}<br>\n"))),
        (
            "lines of a block",
            format!("<div>{}</div>", joined(NUMBERED.into_iter(), |n, entry| format!("{n}. {entry}<br/>"))),
        ),
        (
            "preformatted",
            format!("<pre>{}</pre>", joined(NUMBERED.into_iter(), |n, entry| format!("[{n}] {entry}\n"))),
        ),
        (
            "rows",
            format!(
                "<table>{}</table>",
                joined(NUMBERED.into_iter(), |n, entry| format!("<tr><td>[{n}]</td><td>{entry}</td></tr>"))
            ),
        ),
        (
            "definitions",
            format!(
                "<dl>{}</dl>",
                joined(NUMBERED.into_iter(), |n, entry| format!("<dt>[{n}]</dt><dd>{entry}</dd>"))
            ),
        ),
        (
            "wrapped lines",
            joined(NUMBERED.into_iter(), |n, entry| {
                format!("[{n}] {}<br>", entry.replacen(". ", ".<br>", 2))
            }),
        ),
        (
            "items",
            format!("<ol>{}</ol>", joined(NUMBERED.into_iter(), |_, entry| format!("<li>{entry}</li>"))),
        ),
    ];
    for heading in HEADINGS {
        for (form, list) in &lists {
            let document = page(["[1]", "[2]", "[3]"], heading, list);
            assert_read(&document, &NUMBERED, &format!("{heading}, {form}"));
        }
    }
}

#[test]
fn lists_of_names_are_read_whatever_sets_their_entries_apart() {
    let cites = ["(Payne, 1971)", "(Knudsen &amp; Konishi, 1979)", "(Taylor, 1994)"];
    let lists: [(&str, String); 6] = [
        ("paragraphs", joined(NAMED.into_iter(), |_, entry| format!("<p>{entry}</p>"))),
        ("lines", NAMED.join("<br>")),
        ("lines with one between them", NAMED.join("<br><br>")),
        ("lines of a paragraph", format!("<p>{}</p>", NAMED.join("<br>\n"))),
        ("blocks", joined(NAMED.into_iter(), |_, entry| format!("<div>{entry}</div>"))),
        (
            "a quotation",
            format!(
                "<blockquote>{}</blockquote>",
                joined(NAMED.into_iter(), |_, entry| format!("<p>{entry}</p>"))
            ),
        ),
    ];
    for heading in HEADINGS {
        for (form, list) in &lists {
            assert_read(&page(cites, heading, list), &NAMED, &format!("{heading}, {form}"));
        }
    }
}

#[test]
fn text_behind_the_list_and_headings_without_a_list_stay_text() {
    let list = format!(
        "{}<h2>About the authors</h2><p>Ann Smith studies owls in Basel since 1999.</p>",
        NAMED.join("<br>")
    );
    let cites = ["(Payne, 1971)", "(Knudsen &amp; Konishi, 1979)", "(Taylor, 1994)"];
    let document = page(cites, "<p>References</p>", &list);
    assert_eq!(document.references.len(), 4);
    let paragraphs = "<p>The literature on owls goes back to 1820, when the first of them were described, and has grown since.</p>\
                      <p>In 1971 it was shown that they hunt by ear, and since 1979 it is known how they do so.</p>\
                      <p>Smith wrote in 1983 that the ears of owls differ in height. Nobody had seen that before 1983, Lee said.</p>\
                      <p>Taylor and Young, both of Basel, went on with it (1994), and left the rest to others, among them A. Lee.</p>";
    let document = page(cites, "<p>Literature</p>", paragraphs);
    let read: Vec<&str> = document.references.iter().map(|own| own.raw.as_str()).collect();
    assert!(read.is_empty(), "{read:#?}");
    assert!(document.blocks.iter().any(|block| block.text.contains("since 1979")));
}
