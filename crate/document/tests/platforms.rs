//! Entries of reference lists as the platforms of journals write them: parts named by classes, and links to indexes behind them.

#![allow(clippy::unwrap_used, reason = "tests")]

use citelight_document::citation::Reference;
use citelight_document::document::{Input, parse};

/// The first entry of a page whose list holds these items, with something in its head.
fn first(head: &str, items: &str) -> Reference {
    let text =
        "Owls hunt by ear alone, and a barn owl finds a mouse in total darkness within a metre. ".repeat(9);
    let page = format!(
        "<!DOCTYPE html><html><head><title>Owls</title>{head}</head><body><article><h1>Owls</h1><h2>Introduction</h2><p>{text}</p>\
         <h2>References</h2>{items}</article></body></html>"
    );
    parse(Input::new(&page, "owls.html")).unwrap().references.into_iter().next().unwrap()
}

/// Two more entries behind one.
fn list(item: &str) -> String {
    format!(
        "<ol>{item}<li>Payne R. Prey of barn owls. J Owls 1971;54:535–573.</li><li>Taylor I. Barn owls. Cambridge: University Press; \
         1994.</li></ol>"
    )
}

fn authors(reference: &Reference) -> Vec<String> {
    reference.authors.iter().map(|person| format!("{}, {}", person.family, person.given)).collect()
}

#[test]
fn highwire_names_each_author_once() {
    let person = |kind: &str, family: &str, given: &str| {
        format!(
            "<li><span class=\"cit-{kind}\"><span class=\"cit-name-surname\">{family}</span>, <span class=\"cit-name-given-names\">\
             {given}</span></span>, </li>"
        )
    };
    let read = first(
        "",
        &list(&format!(
            "<li><a class=\"rev-xref-ref\" href=\"#xref-1\" id=\"ref-1\">↵</a><div class=\"cit\"><div class=\"cit-metadata\"><ol \
             class=\"cit-auth-list\">{}{}</ol><cite> (<span class=\"cit-pub-date\">2006</span>). <span class=\"cit-article-title\">A \
             quiet owl</span>. <ol class=\"duplicate\">{}</ol> <abbr class=\"cit-jnl-abbrev\">J Owls</abbr> <span class=\"cit-vol\">56\
             </span>, <span class=\"cit-fpage\">1725</span>–<span class=\"cit-lpage\">1733</span>.</cite></div><div class=\"cit-extra\">\
             <a href=\"/x\">CrossRef</a><a href=\"/y\">FREE Full Text</a></div></div></li>",
            person("auth", "Takei", "K."),
            person("auth", "Suzuki", "M."),
            person("ed", "Brown", "B."),
        )),
    );
    assert_eq!(authors(&read), ["Takei, K.", "Suzuki, M."]);
    assert_eq!(read.title.as_deref(), Some("A quiet owl"));
    assert_eq!((read.venue.as_deref(), read.year), (Some("J Owls"), Some(2006)));
    assert!(!read.raw.contains('↵') && !read.raw.contains("CrossRef"), "{}", read.raw);
}

#[test]
fn elife_names_title_authors_and_origin() {
    let author = |name: &str| {
        format!(
            "<li class=\"reference__author\"><a href=\"https://scholar.test/{name}\" class=\"reference__authors_link\">{name}</a></li>"
        )
    };
    let read = first(
        "",
        &list(&format!(
            "<li class=\"reference-list__item\"><span class=\"reference-list__ordinal_number\">1</span><div class=\"reference\" \
             id=\"bib1\"><a href=\"https://doi.org/10.1000/x1\" class=\"reference__title\">Change in owls</a><ol \
             class=\"reference__authors_list\">{}{}</ol><span class=\"reference__authors_list_suffix\">(2018)</span><div \
             class=\"reference__origin\"><i>Nature Reviews Owls</i> <b>8</b>:450–461.</div><ul class=\"reference__abstracts\"><li \
             class=\"reference__abstract\"><a href=\"/g\">Google Scholar</a></li></ul></div></li>",
            author("M Adler"),
            author("U Alon"),
        )),
    );
    assert_eq!(authors(&read), ["Adler, M", "Alon, U"]);
    assert_eq!(read.title.as_deref(), Some("Change in owls"));
    assert_eq!((read.venue.as_deref(), read.volume.as_deref()), (Some("Nature Reviews Owls"), Some("8")));
    assert_eq!((read.year, read.identifiers.doi.as_deref()), (Some(2018), Some("10.1000/x1")));
}

#[test]
fn what_an_index_says_of_a_work_is_no_part_of_its_entry() {
    let acs = "<li id=\"ref1\"><div class=\"reference\"><div class=\"NLM_citation\">(a) <span class=\"hlFld-ContribAuthor\">Tunn<span \
               class=\"NLM_x\">, </span>K. M.</span>; <span class=\"hlFld-ContribAuthor\">Wells<span class=\"NLM_x\">, </span>T.</span> \
               <span class=\"citation_source-journal\">Owl Chem.</span> <span class=\"NLM_year\">2015</span>, <span \
               class=\"NLM_volume\">14</span>, <span class=\"NLM_fpage\">424</span>, DOI: 10.1000/owl1 <div class=\"citationLinks\">[<a \
               href=\"/l\">CrossRef</a>], [<a href=\"/m\">CAS</a>]<div class=\"casRecord\"><div class=\"casTitle\">Owls fly at night\
               </div><div class=\"casAuthors\">Tunn, Karl M.; Wells, Tom</div><div class=\"casAbstract\">Owls were followed for a year. \
               They fly.</div></div></div></div><div class=\"NLM_citation\">(b) <span class=\"hlFld-ContribAuthor\">Lee, P.</span> <span \
               class=\"citation_source-journal\">J. Owls</span> <span class=\"NLM_year\">2011</span>, 1, 4.</div></div></li>";
    let read = first("", &list(acs));
    assert_eq!(authors(&read), ["Tunn, K. M.", "Wells, T."]);
    assert_eq!((read.title.as_deref(), read.venue.as_deref()), (None, Some("Owl Chem")));
    assert_eq!((read.year, read.volume.as_deref()), (Some(2015), Some("14")));
    assert!(!read.raw.contains("followed") && read.raw.contains("(b) Lee"), "{}", read.raw);
    for links in [
        "<ul class=\"externalReferences\"><li><a href=\"/a\">CrossRef</a>,</li><li><a href=\"/b\">Web of Science® Times Cited: 615</a>,\
         </li></ul>",
        "<ul><li><a href=\"/a\">CrossRef</a>,</li><li><a href=\"/b\">Web of Science® Times Cited: 615</a></li></ul>",
    ] {
        let wiley = format!(
            "<li id=\"b1\"><cite><span class=\"author\">H. W. Krot</span>, <span class=\"journalTitle\">Nature</span> <span \
             class=\"pubYear\">2000</span>, <span class=\"vol\">289</span>, <span class=\"pageFirst\">606</span>.</cite>{links}</li>"
        );
        let read = first("", &list(&wiley));
        assert_eq!(read.raw, "H. W. Krot, Nature 2000, 289, 606.", "{links}");
        assert_eq!(read.title, None);
    }
}

#[test]
fn metadata_tell_where_names_end_that_an_entry_runs_together() {
    let meta = |content: &str| format!("<meta name=\"citation_reference\" content=\"{content}\">");
    let entry = "<li>Kalivas\n&nbsp;PCBarnes\n&nbsp;CD&nbsp;<i>Circuits of Owls and Men</i>.&nbsp; Boca Raton, Fla CRC Press1994;</li>";
    let own = meta(
        "citation_title=Circuits of Owls and Men.; citation_author=Kalivas  PC; citation_author=Barnes  CD; citation_year=1994; ",
    );
    let others = [
        meta("citation_title=Prey of barn owls; citation_author=Payne R; citation_year=1971; "),
        meta("citation_title=Barn owls; citation_author=Taylor I; citation_year=1994; "),
    ]
    .concat();
    let read = first(&format!("{own}{others}"), &list(entry));
    assert_eq!(authors(&read), ["Kalivas, PC", "Barnes, CD"]);
    assert_eq!(read.year, Some(1994));
    // One that lists other works, or not as many, tells nothing.
    let another = meta(
        "citation_title=Circuits of Mice; citation_author=Kalivas  PC; citation_author=Barnes  CD; citation_year=1994; ",
    );
    for head in [format!("{another}{others}"), own] {
        assert_ne!(authors(&first(&head, &list(entry))), ["Kalivas, PC", "Barnes, CD"]);
    }
}

#[test]
fn names_are_read_by_whatever_their_parts_are_called() {
    for (family, given) in [("surname", "givenNames"), ("surname", "given-names"), ("lastName", "firstName")]
    {
        let person = |own: &str, name: &str| {
            format!(
                "<span class=\"person\"><span class=\"{family}\">{own}</span>, <span class=\"{given}\">{name}</span></span>"
            )
        };
        let in_order = format!(
            "<li>{}, {} (1990). Methods of owls. J Owls, 1, 2.</li>",
            person("Aron", "E."),
            person("Ells", "P.")
        );
        assert_eq!(authors(&first("", &list(&in_order))), ["Aron, E.", "Ells, P."], "{given}");
        let given_first = format!(
            "<li><span class=\"{given}\">E.</span> <span class=\"{family}\">Aron</span>, <span class=\"{given}\">P.</span> <span \
             class=\"{family}\">Ells</span> (1990). Methods of owls. J Owls, 1, 2.</li>"
        );
        assert_eq!(authors(&first("", &list(&given_first))), ["Aron, E.", "Ells, P."], "{given}");
    }
}
