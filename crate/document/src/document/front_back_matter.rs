//! What stands before and behind the article on its page, and headings that end it.

use crate::citation::entries;
use crate::markup::BlockKind;
use crate::markup::outline::Draft;

/// Drops what stands before the abstract or the first heading and is no prose: authors, affiliations, dates.
pub(crate) fn drop_front_matter(drafts: &mut Vec<Draft>) {
    let abstract_at = drafts.iter().position(|draft| draft.kind == BlockKind::Abstract);
    // What stands before the heading of the notes or the references is the article.
    let heading_at = drafts
        .iter()
        .position(|draft| matches!(draft.kind, BlockKind::Heading(_)))
        .filter(|at| drafts.get(*at).is_some_and(|draft| !ends_article(&draft.flow.text)));
    let Some(end) = abstract_at.or(heading_at) else { return };
    let is_prose = |text: &str| {
        text.len() > 250 && (text.contains(". ") || text.contains('。'))
            || text.len() > 120 && text.ends_with(['.', '。'])
    };
    let mut index = 0;
    drafts.retain(|draft| {
        index += 1;
        let front = index <= end && matches!(draft.kind, BlockKind::Paragraph | BlockKind::ListItem);
        !front || abstract_at.is_none() && is_prose(&draft.flow.text)
    });
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

/// Drops the heading of the reference list, and sections of the page that are no part of the article.
pub(crate) fn drop_back_matter(drafts: &mut Vec<Draft>) {
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
    let mut dropped: Option<u8> = None;
    drafts.retain(|draft| {
        if let BlockKind::Heading(level) = draft.kind {
            let text = draft.flow.text.trim_end_matches([':', '.']).to_lowercase();
            if dropped.is_some_and(|above| level <= above) {
                dropped = None;
            }
            if dropped.is_none() && SECTIONS.contains(&text.as_str()) {
                dropped = Some(level);
            }
            return dropped.is_none() && !entries::is_heading(&draft.flow.text);
        }
        dropped.is_none()
    });
}
