//! What generators of pages put around an article, and what they name its sections: nothing of the text is lost.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::citation::Mapping;
use citelight_document::document::{Document, Input, Severity, parse};

const FILLER: &str =
    "Lamps were measured in forty offices for a year, and nobody was told why they were changed. ";

/// An article with an introduction, a part under test, and a list of three works.
fn article(part: &str) -> Document {
    let list: String = (1..=3)
        .map(|n| {
            format!("<li id=\"r{n}\">Hale, C. ({}). Lamps of kind {n}. Light Notes, {n}, 1–9.</li>", 2000 + n)
        })
        .collect();
    whole(&format!(
        "<h1>Lamps at work</h1><h2>Introduction</h2><p>{}Lamps dim [<a href=\"#r3\">3</a>].</p>{part}<h2>Methods</h2><p>{}</p>\
         <h2>References</h2><ol>{list}</ol>",
        FILLER.repeat(4),
        FILLER.repeat(20),
    ))
}

fn whole(body: &str) -> Document {
    let page = format!(
        "<!DOCTYPE html><html><head><title>Lamps</title></head><body><main>{body}</main></body></html>"
    );
    parse(Input::new(&page, "lamps.html")).expect("the page parses")
}

/// The places in the list of the works that are cited.
fn cited(document: &Document) -> Vec<usize> {
    document.citations.iter().flat_map(|citation| citation.references.clone()).collect()
}

#[test]
fn a_section_that_is_named_after_its_heading_is_text() {
    let section = |id: &str, heading: &str| {
        format!(
            "<section id=\"{id}\"><h2>{heading}</h2><p>{FILLER}They are widely read [<a href=\"#r1\">1</a>] and known \
             [<a href=\"#r2\">2</a>].</p></section>"
        )
    };
    for (id, heading) in [
        ("related-work", "Related work"),
        ("related", "Appendix A. Related Work"),
        ("sec-2-search-strategy", "2 Search strategy"),
        (
            "evaluation-metrics",
            "Evaluation metrics<a class=\"headerlink\" href=\"#evaluation-metrics\">¶</a>",
        ),
        ("hidden-markov-models", "Hidden Markov models"),
        ("social-networks", "Social networks"),
    ] {
        assert_eq!(cited(&article(&section(id, heading))), [2, 0, 1], "{id}");
    }
    // A box of the page that is named so, too.
    let related = "<section id=\"related-articles\"><h2>Related articles</h2><ul><li><a href=\"/a\">Lamps and sleep (2001)</a></li>\
                   <li><a href=\"/b\">Lamps and walls [1]</a></li></ul></section>";
    assert_eq!(cited(&article(related)), [2]);
    let share = "<div class=\"share\"><h2>Share</h2><p>Lamps at work are measured in forty offices. Share it with others [1].</p></div>";
    assert_eq!(cited(&article(share)), [2]);
}

#[test]
fn a_section_that_cites_by_links_is_text_whatever_its_class_is() {
    let text = format!("<p>{}They are known [<a href=\"#r1\">1</a>].</p>", FILLER.repeat(4));
    for class in ["hidden-print", "search-result-highlight", "skip-link-target", "toc-section"] {
        let part = format!("<div class=\"{class}\"><h2>Further lamps</h2>{text}</div>");
        assert_eq!(cited(&article(&part)), [2, 0], "{class}");
    }
    let org = format!(
        "<div id=\"outline-container-org1\" class=\"outline-2\"><h2 id=\"org1\">Further lamps</h2><div class=\"outline-text-2\" \
         id=\"text-org1\">{}</div></div>",
        text.replace("<a href=\"#r1\">1</a>", "1")
    );
    assert_eq!(cited(&article(&org)), [2, 0]);
    // A figure that floats over the page repeats its caption.
    let floating = format!("<div class=\"modal-figure\"><h4>Figure 1</h4>{text}</div>");
    assert_eq!(cited(&article(&floating)), [2]);
}

#[test]
fn a_section_with_the_name_of_apparatus_is_text_if_it_cites_by_links() {
    for heading in ["Citations", "Metrics", "Comments"] {
        let part = format!(
            "<h2>{heading}</h2><p>It was shown before [<a href=\"#r1\">1</a>].</p><p>Nobody doubts it.</p>"
        );
        assert_eq!(cited(&article(&part)), [2, 0], "{heading}");
        let without = format!("<h2>{heading}</h2><p>Cited 12 times. Lamps and walls [1], Light Notes.</p>");
        assert_eq!(cited(&article(&without)), [2], "{heading}");
    }
}

#[test]
fn a_lead_that_cites_is_text_however_short() {
    let notes: String = (1..=2)
        .map(|n| {
            format!("<li id=\"n{n}\">Hale, C. (200{n}). Otters of kind {n}. River Notes, {n}, 1–9.</li>")
        })
        .collect();
    let document = whole(&format!(
        "<h1>Otter</h1><p>The otter is a mammal of rivers and coasts.<sup><a href=\"#n1\">[1]</a></sup> It feeds on fish.<sup>\
         <a href=\"#n2\">[2]</a></sup></p><h2>Range</h2><p>{}</p><h2>References</h2><ol class=\"references\">{notes}</ol>",
        FILLER.repeat(8)
    ));
    assert_eq!(cited(&document), [0, 1]);
}

#[test]
fn a_sign_that_links_to_its_heading_is_no_part_of_it() {
    let list = "<ul><li>Hale, C. 2001. “Lamps of the first kind.” <i>Light Notes</i> 1: 2–9.</li><li>Roos, D. 2002. “Lamps of the \
                second kind.” <i>Light Notes</i> 2: 3–8.</li></ul>";
    for sign in [
        "<a class=\"headerlink\" href=\"#x\">¶</a>",
        "<a hidden class=\"anchor\" aria-hidden=\"true\" href=\"#x\">#</a>",
        "<a href=\"#x\">§</a>",
        "<a href=\"#x\" aria-hidden=\"true\">🔗</a>",
    ] {
        for level in [1, 2] {
            let document = whole(&format!(
                "<h1>Lamps at work</h1><h2>Introduction{sign}</h2><p>{}Lamps dim (Hale 2001; Roos 2002).</p>\
                 <h{level}>References{sign}</h{level}>{list}",
                FILLER.repeat(8)
            ));
            assert_eq!((document.references.len(), cited(&document)), (2, vec![0, 1]), "{sign} {level}");
            assert!(!format!("{:?}", document.blocks).contains(['¶', '🔗']), "{sign}");
        }
    }
}

#[test]
fn brackets_in_code_are_indices() {
    let code = "<p>Here <code>x[1]</code> is the first of them.</p><pre><code>y[2] = x[1]</code></pre>";
    assert_eq!(cited(&article(code)), [2]);
}

#[test]
fn links_lead_to_ids_that_they_write_percent_encoded() {
    let document = whole(&format!(
        "<h1>Lamps</h1><h2>Introduction</h2><p>{}Lamps dim [<a href=\"#M%C3%BCller2001\">1</a>]. So it is [<a href=\"#b%20c\">2</a>].\
         </p><h2>References</h2><ol><li id=\"Müller2001\">Müller, C. (2001). Lamps. Light Notes, 1, 1–9.</li><li id=\"b%20c\">Roos, D. \
         (2002). Walls. Light Notes, 2, 1–9.</li></ol>",
        FILLER.repeat(8)
    ));
    assert_eq!(cited(&document), [0, 1]);
    assert!(
        document.citations.iter().all(|citation| citation.status == Mapping::Linked),
        "{:?}",
        document.citations
    );
}

#[test]
fn a_dialog_with_the_source_of_a_page_is_no_text() {
    let source = format!(
        "<div class=\"modal fade\" id=\"quarto-embedded-source-code-modal\" aria-hidden=\"true\"><div><pre>{}[1], [2]</pre></div></div>",
        FILLER.repeat(40)
    );
    assert_eq!(cited(&article(&source)), [2]);
}

#[test]
fn an_entry_may_begin_with_its_title_in_bold_type() {
    let document = whole(&format!(
        "<h1>Lamps</h1><h2>Introduction</h2><p>{}Lamps dim [<a href=\"#ref-a\">1</a>,<a href=\"#ref-Zo0D80FN\">2</a>].</p><h2>References</h2>\
         <div id=\"refs\" class=\"references\"><div id=\"ref-a\"><p>1. <strong>Sci-Hub provides access to nearly all scholarly \
         literature</strong> <br/>Daniel S Himmelstein, Ariel Rodriguez Romero, Casey S Greene<br/><em>eLife</em> (2018-03-01) \
         <a href=\"https://doi.org/ckcj\">https://doi.org/ckcj</a> <br/>DOI: <a href=\"https://doi.org/10.7554/elife.32822\">\
         10.7554/elife.32822</a></p></div><div id=\"ref-Zo0D80FN\"><p>2. <strong>Dropout: A Simple Way to Prevent Networks From \
         Overfitting</strong><br/>N Srivastava, G Hinton<br/><em>Journal of Machine Learning Research</em> (2014-01)</p></div></div>",
        FILLER.repeat(8)
    ));
    let read: Vec<_> = document
        .references
        .iter()
        .map(|reference| {
            let families: Vec<&str> = reference.authors.iter().map(|author| author.family.as_str()).collect();
            (
                reference.title.as_deref().unwrap_or_default(),
                families,
                reference.venue.as_deref().unwrap_or_default(),
                reference.year,
            )
        })
        .collect();
    assert_eq!(
        read,
        [
            (
                "Sci-Hub provides access to nearly all scholarly literature",
                vec!["Himmelstein", "Romero", "Greene"],
                "eLife",
                Some(2018)
            ),
            (
                "Dropout: A Simple Way to Prevent Networks From Overfitting",
                vec!["Srivastava", "Hinton"],
                "Journal of Machine Learning Research",
                Some(2014)
            ),
        ]
    );
}

#[test]
fn references_of_a_standard_are_one_list_in_two_parts() {
    let entry = |id: &str, title: &str, rest: &str| {
        format!(
            "<dt id=\"bib-{id}\">[{}]</dt><dd><a href=\"https://www.example.org/{id}\"><cite>{title}</cite></a>. {rest} URL: \
             <a href=\"https://www.example.org/{id}\">https://www.example.org/{id}</a></dd>",
            id.to_uppercase()
        )
    };
    let cite =
        |id: &str| format!("[<cite><a class=\"bibref\" href=\"#bib-{id}\">{}</a></cite>]", id.to_uppercase());
    let document = whole(&format!(
        "<h1>Lamps</h1><section><h2>Introduction</h2><p>{}Lamps dim {} as {} and {} say; {} does not.</p></section><section id=\"references\">\
         <h2>References</h2><section id=\"normative-references\"><div class=\"header-wrapper\"><h3>A.1 Normative references</h3></div>\
         <dl class=\"bibliography\">{}{}</dl></section><section id=\"informative-references\"><div class=\"header-wrapper\"><h3>A.2 \
         Informative references</h3></div><dl class=\"bibliography\">{}{}{}</dl></section></section>",
        FILLER.repeat(8),
        cite("rfc2119"),
        cite("bcp47"),
        cite("lamps"),
        cite("walls"),
        entry(
            "rfc2119",
            "Key words for use in RFCs to Indicate Requirement Levels",
            "S. Bradner. IETF. March 1997. Best Current Practice."
        ),
        entry(
            "bcp47",
            "Tags for Identifying Languages",
            "A. Phillips, Ed.; M. Davis, Ed. IETF. September 2009. Best Current Practice."
        ),
        entry("lamps", "Lamps at Work", "Carla Hale; Dirk Roos. W3C. 1 May 2013. W3C Recommendation."),
        entry("walls", "Walls at Work", "Dirk Roos. W3C. 2 June 2014. W3C Recommendation."),
        entry("doors", "Doors at Work", "Dirk Roos. W3C. 2 June 2015. W3C Recommendation."),
    ));
    let titles: Vec<&str> =
        document.references.iter().filter_map(|reference| reference.title.as_deref()).collect();
    assert_eq!(document.references.len(), 5, "{titles:?}");
    assert_eq!(cited(&document), [0, 1, 2, 3]);
    assert_eq!(titles[1..3], ["Tags for Identifying Languages", "Lamps at Work"]);
}

#[test]
fn titles_and_authors_that_jekyll_scholar_names_are_read() {
    let entry = |n: u32, title: &str| {
        format!(
            "<li><div class=\"row\"><div id=\"hale{n}\"><div class=\"title\">{title}</div><div class=\"author\">Carla Hale, and Dirk Roos\
             </div><div class=\"periodical\"><em>Light Notes</em>, 200{n}</div></div></div></li>"
        )
    };
    let document = whole(&format!(
        "<h1>Lamps</h1><h2>Introduction</h2><p>{}Lamps dim <a class=\"citation\" href=\"#hale1\">(Hale &amp; Roos, 2001)</a> and go out \
         <a class=\"citation\" href=\"#hale2\">(Hale &amp; Roos, 2002)</a>.</p><h2>References</h2><ol class=\"bibliography\">{}{}</ol>",
        FILLER.repeat(8),
        entry(1, "Lamps at Work"),
        entry(2, "Walls in the Evening"),
    ));
    assert_eq!(cited(&document), [0, 1]);
    let first = &document.references[0];
    assert_eq!(first.title.as_deref(), Some("Lamps at Work"));
    let families: Vec<&str> = first.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!((families, first.year), (vec!["Hale", "Roos"], Some(2001)));
}

#[test]
fn citations_that_a_style_sheet_sets_apart_are_two() {
    let cite = |name: &str, doi: &str| {
        format!("<cite><span><a href=\"https://doi.org/10.5555/{doi}\">{name}</a></span></cite>")
    };
    let document = whole(&format!(
        "<h1>Lamps</h1><h2>Introduction</h2><p>{}Lamps dim <span class=\"citation-group\">{}{}</span>.</p><h2>References</h2><ol><li>Hale, \
         C. (2001). Lamps. <i>Light Notes</i>, 1, 2–3.</li><li>Roos, D. (2002). Walls. <i>Light Notes</i>, 2, 3–4.</li></ol>",
        FILLER.repeat(8),
        cite("Hale, 2001", "a"),
        cite("Roos, 2002", "b"),
    ));
    assert_eq!(cited(&document), [0, 1]);
}

#[test]
fn links_back_beside_a_label_are_no_part_of_it() {
    let entry = |n: u32, back: &str| {
        format!(
            "<dt class=\"label\" id=\"b{n}\"><span class=\"brackets\">{n}</span>{back}</dt><dd><p>Hale, C. (200{n}). Lamps of kind {n}. \
             Light Notes, {n}, 1–9.</p></dd>"
        )
    };
    let back = "<span class=\"fn-backref\">(<a href=\"#c1\">1</a>,<a href=\"#c2\">2</a>)</span>";
    let document = whole(&format!(
        "<h1>Lamps</h1><h2>Introduction</h2><p>{}Lamps dim <a id=\"c1\" href=\"#b2\">[2]</a> and go out <a href=\"#b3\">[3]</a>.</p>\
         <h2>References</h2><dl class=\"citation\">{}{}{}</dl>",
        FILLER.repeat(8),
        entry(1, ""),
        entry(2, back),
        entry(3, ""),
    ));
    let labels: Vec<_> =
        document.references.iter().filter_map(|reference| reference.label.as_deref()).collect();
    assert_eq!(labels, ["1", "2", "3"]);
    assert_eq!(cited(&document), [1, 2]);
    assert!(
        document.anomalies.iter().all(|anomaly| anomaly.severity == Severity::Info),
        "{:?}",
        document.anomalies
    );
}

#[test]
fn a_book_whose_title_is_one_word_in_italics_has_a_title() {
    let document = whole(&format!(
        "<h1>Names</h1><h2>Introduction</h2><p>{}So it is (Lewis 1973a).</p><h2>Bibliography</h2><ul><li>Lewis, David K., 1973a, \
         <em>Counterfactuals</em>, Oxford: Blackwell.</li><li>Kripke, Saul, 1980 [1972], <em>Naming and Necessity</em>, Cambridge, MA: \
         Harvard University Press.</li></ul>",
        FILLER.repeat(8)
    ));
    let titles: Vec<_> =
        document.references.iter().filter_map(|reference| reference.title.as_deref()).collect();
    assert_eq!(titles, ["Counterfactuals", "Naming and Necessity"]);
}

#[test]
fn what_a_server_puts_around_a_page_and_tabs_hide_is_text() {
    let cites = |page: &str| cited(&whole(page)).len();
    let list: String = (1..=3)
        .map(|n| format!("<li id=\"r{n}\">Hale, C. (200{n}). Lamps of kind {n}. Light Notes, {n}, 1–9.</li>"))
        .collect();
    let section = |n: u32, attributes: &str| {
        format!(
            "<h2>Lamps of kind {n}</h2><div {attributes}><p>{}Lamps dim [<a href=\"#r{n}\">{n}</a>].</p></div>",
            FILLER.repeat(3)
        )
    };
    let sections = |attributes: &str| (1..=3).map(|n| section(n, attributes)).collect::<String>();
    let page = |attributes: &str| {
        format!("<h1>Lamps</h1>{}<h2>References</h2><ol>{list}</ol>", sections(attributes))
    };
    assert_eq!(cites(&format!("<form id=\"aspnetForm\" action=\"/x\">{}</form>", page(""))), 3);
    assert_eq!(cites(&page("role=\"tabpanel\" hidden")), 3);
    let signup = "<form action=\"/news\"><p>Read about lamps as we did [<a href=\"#r1\">1</a>], every week, in your mail.</p></form>";
    assert_eq!(cites(&format!("{}{signup}", page(""))), 3);
}

#[test]
fn headings_of_reference_lists_are_known_in_many_languages() {
    let list: String = (1..=3)
        .map(|n| format!("<li>Hale, C. (200{n}). Lamps of kind {n}. Light Notes, {n}, 1–9.</li>"))
        .collect();
    let references = |heading: &str, list: &str| {
        let text = FILLER.repeat(8);
        whole(&format!("<h1>Lamps</h1><h2>Introduction</h2><p>{text}</p><h2>{heading}</h2>{list}"))
            .references
            .len()
    };
    for heading in [
        "Selected references",
        "References and further reading",
        "List of References",
        "Sources",
        "7. WORKS CONSULTED",
        "Fuentes",
        "Piśmiennictwo",
        "Použitá literatura",
        "Irodalom",
        "Lähteet",
        "Список использованных источников",
        "Література",
        "DAFTAR PUSTAKA",
        "Tài liệu tham khảo",
        "เอกสารอ้างอิง",
        "المراجع",
        "מקורות",
        "संदर्भ",
    ] {
        assert_eq!(references(heading, &format!("<ol>{list}</ol>")), 3, "{heading}");
    }
    let archives = "<p>The rolls of 1377 were kept in the tower, where the clerks of the treasury had them copied twice.</p><p>In 1412 \
                    the abbey burned, and with it the letters that its abbots had written to the king in London.</p><p>What was \
                    left was printed in 1881, at the cost of the county, and is used here.</p>";
    for heading in ["Sources", "3. Quellen"] {
        assert_eq!(references(heading, archives), 0, "{heading}");
    }
    let told = "<p>Power failed in 2001, and was back within a day.</p><p>Bulbs of 2002 were too bright for the room.</p>";
    for heading in ["Sources of error", "Literature survey", "Referencing the lamps"] {
        assert_eq!(references(heading, told), 0, "{heading}");
    }
}

#[test]
fn an_element_that_a_page_leaves_open_does_not_hide_the_article() {
    let list: String = (1..=3)
        .map(|n| format!("<li id=\"r{n}\">Hale, C. (200{n}). Lamps of kind {n}. Light Notes, {n}, 1–9.</li>"))
        .collect();
    let text = FILLER.repeat(8);
    let article = format!(
        "<h1>Lamps</h1><h2>Introduction</h2><p>{text}Lamps dim [<a href=\"#r1\">1</a>, <a href=\"#r3\">3</a>].</p><h2>References</h2><ol>\
         {list}</ol>"
    );
    for before in [
        "<object data=\"/i.svg\" type=\"image/svg+xml\"/>",
        "<object data=\"/i.svg\" type=\"image/svg+xml\">",
        "<div><object data=\"/i.svg\"><param name=\"a\" value=\"b\"></div>",
        "<iframe src=\"/ad\"/>",
        "<video src=\"/v\"/>",
        "<video src=\"/v\">",
        "<audio src=\"/v\"/>",
        "<canvas id=\"c\"/>",
        "<noscript/>",
        "<template/>",
        "<textarea name=\"t\"/>",
        "<select name=\"s\"/>",
        "<script src=\"/s.js\"/>",
        "<style/>",
        "<button/>",
        "<svg/>",
        "<sup/>",
        "<a name=\"top\"/>",
    ] {
        let page = format!(
            "<!DOCTYPE html><html><head><title>L</title></head><body>{before}{article}</body></html>"
        );
        let document = parse(Input::new(&page, "lamps.html")).expect("the page parses");
        assert_eq!((document.references.len(), cited(&document)), (3, vec![0, 2]), "{before}");
        assert!(document.anomalies.iter().all(|anomaly| anomaly.severity == Severity::Info), "{before}");
    }
    let titled = format!("<html><head><title/><script src=\"/s.js\"/></head><body>{article}</body></html>");
    assert_eq!(cited(&parse(Input::new(&titled, "lamps.html")).expect("the page parses")), [0, 2]);
    // What is ended holds what is not shown.
    let shown =
        whole(&format!("<object data=\"/v\"><p>Your browser shows no lamps [2].</p></object>{article}"));
    assert_eq!(cited(&shown), [0, 2]);
}

#[test]
fn an_entry_that_leads_back_to_a_year_is_no_note() {
    let entries = [
        ("Cohen, J. (1962). The power of lamps at work. Journal of Light, 65, 145–153.", "c1"),
        ("Cohen, J. (1977). Statistical analysis of lamps. New York: Academic Press.", "c2"),
        ("Hale, C. (2001a). Lamps of kind one. Light Notes, 1, 1–9.", "c3"),
        ("Hale, C. (2001b). Lamps of kind two. Light Notes, 2, 1–9.", "c4"),
    ];
    let list: String = entries
        .iter()
        .map(|(entry, id)| {
            format!("<li id=\"{id}\">{entry}<ul><li><a href=\"#r{id}\"><img alt=\"go to citation\"/></a></li></ul></li>")
        })
        .collect();
    let link = |id: &str, words: &str| format!("<span id=\"r{id}\"><a href=\"#{id}\">{words}</a></span>");
    let document = whole(&format!(
        "<h2>Introduction</h2><p>{}Lamps have power (cf. {}, {}). They dim ({}, {}).</p><h2>References</h2><ol>{list}</ol>",
        FILLER.repeat(3),
        link("c1", "Cohen, 1962"),
        link("c2", "1977"),
        link("c3", "Hale, 2001a"),
        link("c4", "b"),
    ));
    assert_eq!((document.references.len(), cited(&document)), (4, vec![0, 1, 2, 3]));
    assert!(document.citations.iter().all(|citation| citation.status == Mapping::Linked));
}

#[test]
fn numbers_of_paragraphs_cite_nothing() {
    let list: String = (1..=9)
        .map(|n| format!("<p>Hale, C. Lamps of kind {n}. London: Light Press, 200{n}. Print.</p>"))
        .collect();
    let page = |paragraphs: &[String]| {
        whole(&format!(
            "<h1>Lamps</h1><h2>Introduction</h2>{}<h2>Works Cited</h2>{list}",
            paragraphs.concat()
        ))
    };
    let numbered = |n: usize| format!("<p>[{n}] {}</p>", FILLER.repeat(3));
    let paragraphs: Vec<String> = (1..=8).map(numbered).collect();
    assert!(page(&paragraphs).citations.is_empty());
    // Beside other text they are citations, and so are those that a sentence goes on from or that do not count on.
    let mut mixed: Vec<String> = (1..=5).map(numbered).collect();
    mixed.extend((1..=5).map(|_| format!("<p>{}</p>", FILLER.repeat(5))));
    assert_eq!(page(&mixed).citations.len(), 5);
    let told: Vec<String> =
        (1..=8).map(|n| format!("<p>[{n}] showed that lamps dim. {FILLER}</p>")).collect();
    assert_eq!(page(&told).citations.len(), 8);
    let jumping: Vec<String> = [2, 4, 1, 3, 7, 5].map(numbered).to_vec();
    assert_eq!(page(&jumping).citations.len(), 6);
}

#[test]
fn pages_of_works_that_a_text_names_are_no_numbers_of_entries() {
    let names = ["Abel", "Bell", "Cole", "Dahl", "Ekman", "Finch", "Grove", "Hale", "Ives", "Jolly"];
    let list: String = names
        .iter()
        .map(|name| format!("<p>{name}, C. Lamps of {name}. London: Light Press, 2001. Print.</p>"))
        .collect();
    let cite = |pages: &[u32]| {
        let text: String = names
            .iter()
            .zip(pages)
            .map(|(_, page)| format!("<p>{FILLER}It is said that “lamps dim” ({page}).</p>"))
            .collect();
        whole(&format!("<h1>Lamps</h1><h2>Introduction</h2>{text}<h2>Works Cited</h2>{list}"))
    };
    assert!(cite(&[1, 4, 119, 7, 3, 66, 9, 74, 2, 5]).citations.is_empty());
    assert_eq!(cite(&[1, 4, 6, 7, 3, 10, 9, 8, 2, 5]).citations.len(), 10);
}

#[test]
fn what_stands_behind_a_list_is_no_entry() {
    let list: String = (1..=6)
        .map(|n| format!("<p>Corey Hale, 200{n}. “Lamps of kind {n},” Light Notes, volume {n}, pp. 1–9.</p>"))
        .collect();
    let references = |behind: &str| {
        let text = FILLER.repeat(8);
        whole(&format!("<h2>Introduction</h2><p>{text}</p><p><b>References</b></p>{list}{behind}"))
            .references
            .len()
    };
    let licence =
        "<p>This paper is licensed under a Creative Commons Attribution 4.0 International License.</p>";
    for behind in [
        "<p><b>Editorial history</b></p><p>Received 17 October 2019; revised 12 February 2020; accepted 28 August 2020.</p>".to_owned(),
        "<p>Received 3 May 2010; accepted 1 June 2011.</p>".to_owned(),
        format!("{licence}<p>Lamps and sleep<br>by Corey Hale and Kim Lee.<br><em>Light Monday</em>, Volume 25, 5 October 2020</p>"),
        "<p><b>Contributor’s Note</b></p><p>COREY HALE teaches English at the college of Wick since 2004.</p>".to_owned(),
        "<p>Copyright ©2010 Corey Hale. All rights reserved.</p><p>Light Notes, 226 UCB, Boulder, CO 80309</p>".to_owned(),
        "<p>To cite this article: Hale, C. (2011). Lamps and sleep. Light Notes, 4, 1–9.</p>".to_owned(),
    ] {
        assert_eq!(references(&behind), 6, "{behind}");
    }
    // An entry may say the same words.
    let others = "<p>Creative Commons, 2010. About the licences. https://creativecommons.org/licenses.</p><p>Received, Anna, 2019. “A lamp \
                  accepted in 2020,” Light Notes, volume 9, pp. 1–9.</p>";
    assert_eq!(references(others), 8);
}

#[test]
fn authorities_of_species_are_no_citations() {
    let list: String = (1..=3)
        .map(|n| {
            format!("<li id=\"r{n}\">Hale, C. (200{n}). Sharks of kind {n}. Shark Notes, {n}, 1–9.</li>")
        })
        .collect();
    let surfaces = |sentence: &str| -> Vec<(usize, Mapping)> {
        let document = whole(&format!(
            "<h2>Introduction</h2><p>{FILLER}Sharks are old (<a href=\"#r1\">Hale, 2001</a>). {sentence}</p><h2>References</h2><ol>{list}</ol>"
        ));
        document.citations.iter().map(|own| (own.references.len(), own.status.clone())).collect()
    };
    for sentence in [
        "The porbeagle <i>Lamna nasus</i> (Bonnaterre, 1788) is one.",
        "The porbeagle Lamna nasus (Bonnaterre, 1788) is one.",
        "One is <em>L. nasus</em> (Fabraeus, 1839).",
    ] {
        assert_eq!(surfaces(sentence), [(1, Mapping::Linked)], "{sentence}");
    }
    assert_eq!(surfaces("Seen in <i>Lamna nasus</i> (Hale, 2003).").len(), 2);
    assert_eq!(surfaces("They were seen in France (Bonnaterre, 1788).").len(), 2);
}
