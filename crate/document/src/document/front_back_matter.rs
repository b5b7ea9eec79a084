//! What stands before and behind the article on its page, and headings that end it.

use std::collections::HashSet;

use super::author_lists::lists_authors;
use crate::citation::entries;
use crate::markup::BlockKind;
use crate::markup::outline::Draft;
use citelight_types::text::person::Person;

/// Drops what stands before the abstract or the first heading and is no prose: authors, affiliations, dates. `authors` are those
/// of the page's metadata: a heading that is the name of one stands over their affiliations and heads no part of the article.
/// What `cites`, by a link to an entry of the list, is no front matter.
pub(crate) fn drop_front_matter(drafts: &mut Vec<Draft>, authors: &[Person], cites: &dyn Fn(&Draft) -> bool) {
    let names: Vec<String> = authors.iter().flat_map(spellings).collect();
    let is_name = |heading: &str| names.contains(&letters(heading));
    let is_author = |draft: &Draft| matches!(draft.kind, BlockKind::Heading(_)) && is_name(&draft.flow.text);
    let abstract_at = drafts.iter().position(|draft| draft.kind == BlockKind::Abstract);
    // What stands before the heading of the notes or the references is the article.
    let heading_at = drafts
        .iter()
        .position(|draft| matches!(draft.kind, BlockKind::Heading(_)) && !is_author(draft))
        .filter(|at| drafts.get(*at).is_some_and(|draft| !ends_article(&draft.flow.text)));
    // Below the last author's name the article begins with its first prose, whether or not that has a heading.
    let prose_at = drafts.iter().rposition(is_author).and_then(|last| {
        let below =
            drafts.iter().skip(last).position(|draft| is_prose(draft) && !is_licence(&draft.flow.text));
        below.map(|at| last + at)
    });
    let first = match (heading_at, prose_at) {
        (Some(heading), Some(prose)) => Some(heading.min(prose)),
        (heading, prose) => heading.or(prose),
    };
    if let Some(end) = abstract_at.or(first) {
        let mut index = 0;
        drafts.retain(|draft| {
            index += 1;
            let front = index <= end && matches!(draft.kind, BlockKind::Paragraph | BlockKind::ListItem);
            let text = || is_prose(draft) && !is_licence(&draft.flow.text) || cites(draft);
            !front || abstract_at.is_none() && text()
        });
    }
    drafts.retain(|draft| !is_author(draft));
    for draft in drafts.iter_mut() {
        draft.section.retain(|heading| !is_name(heading));
    }
}

fn is_prose(draft: &Draft) -> bool {
    let text = draft.flow.text.as_str();
    text.len() > 250 && (text.contains(". ") || text.contains('。'))
        || text.len() > 120 && text.ends_with(['.', '。'])
}

/// Whether a paragraph says under which licence the article may be used.
fn is_licence(text: &str) -> bool {
    text.contains("Creative Commons") || text.contains("creativecommons.org")
}

/// A name as headings write it: given name first, or family name first.
fn spellings(person: &Person) -> Vec<String> {
    if person.given.is_empty() {
        return Vec::new();
    }
    vec![
        letters(&format!("{}{}", person.given, person.family)),
        letters(&format!("{}{}", person.family, person.given)),
    ]
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

/// Whether a heading stands over the notes or the references.
pub(crate) fn ends_article(heading: &str) -> bool {
    const NOTES: &[&str] = &[
        "notes",
        "endnotes",
        "footnotes",
        "anmerkungen",
        "fußnoten",
        "notas",
        "note",
        "примечания",
        "注释",
        "注",
    ];
    let heading = heading.trim().trim_end_matches(':').to_lowercase();
    NOTES.contains(&heading.as_str()) || entries::is_heading(&heading)
}

/// Drops the heading of the reference list, lists of authors, and sections of the page that are no part of the article. A section that `cites`, by a link
/// to an entry of the list, is part of it whatever it is called.
pub(crate) fn drop_back_matter(drafts: &mut Vec<Draft>, cites: &dyn Fn(&Draft) -> bool) {
    const SECTIONS: &[&str] = &[
        "share",
        "share and cite",
        "cite this article",
        "cite this",
        "cite as",
        "how to cite",
        "how to cite this article",
        "article metrics",
        "metrics",
        "article access statistics",
        "related articles",
        "related content",
        "recommended",
        "recommended articles",
        "similar articles",
        "cited by",
        "about this article",
        "author information",
        "authors and affiliations",
        "author affiliations",
        "affiliations",
        "author notes",
        "corresponding author",
        "corresponding authors",
        "rights and permissions",
        "download",
        "download citation",
        "download references",
        "comments",
        "permissions",
        "reprints and permissions",
        "citing articles",
        "keywords",
        "actions",
        "resources",
        "links to ncbi databases",
        "add to collections",
        "citation",
        "citations",
    ];
    let is_named = |draft: &Draft| {
        SECTIONS.contains(&draft.flow.text.trim_end_matches([':', '.']).to_lowercase().as_str())
    };
    let section_cites = |heading: usize, level: u8| {
        let goes_on = |draft: &&Draft| !matches!(draft.kind, BlockKind::Heading(own) if own <= level);
        drafts.iter().skip(heading + 1).take_while(goes_on).any(cites)
    };
    // Headings of sections that are no part of the article.
    let apart: HashSet<usize> = (0..drafts.len())
        .filter(|index| match drafts.get(*index) {
            Some(draft @ Draft { kind: BlockKind::Heading(level), .. }) => {
                is_named(draft) && !section_cites(*index, *level)
            }
            _ => false,
        })
        .collect();
    let mut dropped: Option<u8> = None;
    let mut index = 0;
    drafts.retain(|draft| {
        index += 1;
        if let BlockKind::Heading(level) = draft.kind {
            if dropped.is_some_and(|above| level <= above) {
                dropped = None;
            }
            if dropped.is_none() && apart.contains(&(index - 1)) {
                dropped = Some(level);
            }
            return dropped.is_none() && !entries::is_heading(&draft.flow.text);
        }
        dropped.is_none() && (cites(draft) || !lists_authors(draft))
    });
}
