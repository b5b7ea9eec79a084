//! A document as a page of HTML: what a surface shows of a format that browsers do not. Checked as any page is, it gives the same
//! citations and references, so that marks lie on what the reader sees.
//!
//! Citations and entries stand as pandoc writes them (`data-cites`, `.csl-entry`), the fields of an entry beside it as COinS. The
//! class of the article's element says which format it came from.

use std::ops::Range;

use super::bibliography::coins;
use super::render::formulas;
use super::{Document, Format};
use citelight_types::sort::SmallSort;

use crate::citation::{Reference, entries};
use crate::markup::tree::{NodeId, Tree};
use crate::markup::{Block, BlockKind};

/// What the class of a rendered article begins with; the format follows.
const CLASS: &str = "citelight-format-";

/// The class of an article that came from a format.
pub(crate) fn class_of(format: Format) -> String {
    let name = serde_json::to_value(format).ok();
    format!("{CLASS}{}", name.as_ref().and_then(|name| name.as_str()).unwrap_or_default())
}

/// The element that holds a rendered article, and the format that it came from.
pub(crate) fn root(tree: &Tree) -> Option<(NodeId, Format)> {
    let articles = tree.descendants(Tree::ROOT).filter(|node| tree.name(*node) == "article");
    let format = |class: &str| serde_json::from_value(class.strip_prefix(CLASS)?.into()).ok();
    articles.filter_map(|node| Some((node, tree.classes(node).find_map(format)?))).next()
}

/// Renders the document: title, blocks, references.
pub fn render_html(document: &Document) -> String {
    let title = document.title.as_deref().map(escaped).unwrap_or_default();
    let mut html = format!(
        "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\"><title>{title}</title>{}</head>\n<body>\n<article class=\"{}\">\n",
        metadata(document),
        class_of(document.format)
    );
    if !title.is_empty() {
        html.push_str(&format!("<h1>{title}</h1>\n"));
    }
    let mut open = "";
    for (index, block) in document.blocks.iter().enumerate() {
        let around = match block.kind {
            BlockKind::Abstract => "div",
            BlockKind::ListItem => "ul",
            _ => "",
        };
        if around != open {
            close(&mut html, open);
            html.push_str(match around {
                "div" => "<div class=\"abstract\">\n",
                "ul" => "<ul>\n",
                _ => "",
            });
            open = around;
        }
        html.push_str(&rendered(document, index, block));
        html.push('\n');
    }
    close(&mut html, open);
    references(&mut html, &document.references);
    html.push_str("</article>\n</body>\n</html>\n");
    html
}

fn close(html: &mut String, open: &str) {
    if !open.is_empty() {
        html.push_str(&format!("</{open}>\n"));
    }
}

/// What the document says of itself, as publishers' pages say it.
fn metadata(document: &Document) -> String {
    let doi = document.identifiers.doi.iter().map(|doi| ("citation_doi", doi.clone()));
    let arxiv = document.identifiers.arxiv.iter().map(|id| ("citation_arxiv_id", id.clone()));
    let authors = document.authors.iter().map(|author| match author.given.as_str() {
        "" => ("citation_author", format!("{},", author.family)),
        given => ("citation_author", format!("{}, {given}", author.family)),
    });
    let year = document.year.iter().map(|year| ("citation_year", year.to_string()));
    let own = doi.chain(arxiv).chain(authors).chain(year);
    own.map(|(name, value)| format!("<meta name=\"{name}\" content=\"{}\">", escaped(&value))).collect()
}

fn rendered(document: &Document, index: usize, block: &Block) -> String {
    let text = |range: Range<usize>| inline(document, index, block, range);
    let whole = || text(0..block.text.len());
    match block.kind {
        BlockKind::Heading(level) => {
            let level = level.clamp(1, 5) + 1;
            format!("<h{level}>{}</h{level}>", whole())
        }
        BlockKind::Abstract | BlockKind::Paragraph => format!("<p>{}</p>", whole()),
        BlockKind::ListItem => format!("<li>{}</li>", whole()),
        BlockKind::Math => format!("<p>{}</p>", math(&block.text, true)),
        BlockKind::Caption => format!("<div class=\"caption\">{}</div>", whole()),
        BlockKind::Footnote => {
            format!("<aside role=\"doc-footnote\" class=\"footnote\"><p>{}</p></aside>", whole())
        }
        BlockKind::Table => table(block, text),
    }
}

fn table(block: &Block, text: impl Fn(Range<usize>) -> String) -> String {
    let mut html = String::from("<table>");
    let mut at = 0;
    for line in block.text.split('\n') {
        html.push_str("<tr>");
        let mut start = at;
        for cell in line.split(" | ") {
            html.push_str(&format!("<td>{}</td>", text(start..start + cell.len())));
            start += cell.len() + " | ".len();
        }
        html.push_str("</tr>");
        at += line.len() + 1;
    }
    html.push_str("</table>");
    html
}

/// What stands over a stretch of a block.
enum Over {
    Citation(Vec<usize>),
    Formula,
}

/// A stretch of a block, with its citations and formulas.
fn inline(document: &Document, index: usize, block: &Block, range: Range<usize>) -> String {
    let citations =
        document.citations_within(index, &range).iter().filter(|citation| !citation.references.is_empty());
    let mut over: Vec<(Range<usize>, Over)> = citations
        .map(|citation| (citation.range.clone(), Over::Citation(citation.references.clone())))
        .chain(formulas(block, document.format).into_iter().map(|formula| (formula, Over::Formula)))
        .filter(|(own, _)| range.start <= own.start && own.end <= range.end)
        .collect();
    over.small_sort_by_key(|(own, _)| (own.start, std::cmp::Reverse(own.end)));
    let text = |range: Range<usize>| block.text.get(range).unwrap_or_default();
    let (mut html, mut at) = (String::new(), range.start);
    for (own, what) in over {
        // What begins within something else stands there.
        if own.start < at {
            continue;
        }
        html.push_str(&escaped(text(at..own.start)));
        let shown = text(own.clone());
        html.push_str(&match what {
            Over::Citation(cited) => citation(shown, &cited, text(at..own.start)),
            Over::Formula => math(shown.trim_matches('$'), false),
        });
        at = own.end;
    }
    html.push_str(&escaped(text(at..range.end)));
    html
}

/// A citation; numbers right behind a word are raised.
fn citation(shown: &str, cited: &[usize], before: &str) -> String {
    let keys: Vec<String> = cited.iter().map(|index| (index + 1).to_string()).collect();
    let is_raised = shown.starts_with(|c: char| c.is_ascii_digit())
        && before.ends_with(|c: char| !c.is_whitespace() && c != '(');
    let mut inner = escaped(shown);
    if let [one] = keys.as_slice() {
        inner = format!("<a href=\"#ref-{one}\" role=\"doc-biblioref\">{inner}</a>");
    }
    if is_raised {
        inner = format!("<sup>{inner}</sup>");
    }
    format!("<span class=\"citation\" data-cites=\"{}\">{inner}</span>", keys.join(" "))
}

fn math(tex: &str, is_block: bool) -> String {
    let tex = escaped(tex);
    let display = if is_block { " display=\"block\"" } else { "" };
    format!("<math alttext=\"{tex}\"{display}><mtext>{tex}</mtext></math>")
}

/// The reference list: label, text, and the fields where markup named them.
fn references(html: &mut String, references: &[Reference]) {
    if references.is_empty() {
        return;
    }
    html.push_str("<section role=\"doc-bibliography\">\n<h2>References</h2>\n");
    let mut list = None;
    for (reference, index) in references.iter().zip(1..) {
        if list != Some(reference.list) {
            html.push_str(if list.is_some() { "</div>\n" } else { "" });
            html.push_str(&format!("<div class=\"csl-bib-body {}\">\n", entries::MADE_LIST));
            list = Some(reference.list);
        }
        let label = reference
            .label
            .as_deref()
            .map(|label| format!("<span class=\"csl-left-margin\">{}</span> ", escaped(label)));
        let fields = reference.fields_from_markup.then(|| {
            let object = coins::write_reference(reference, "article");
            format!("<span class=\"Z3988\" title=\"{}\"></span>", escaped(&object))
        });
        html.push_str(&format!(
            "<div class=\"csl-entry\" id=\"ref-{index}\">{}{}{}</div>\n",
            label.unwrap_or_default(),
            escaped(&reference.raw),
            fields.unwrap_or_default()
        ));
    }
    html.push_str("</div>\n</section>\n");
}

/// Text as it stands in HTML, in attributes too. Characters that HTML does not have are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            c if c.is_control() && !matches!(c, '\t' | '\n') => {}
            c => html.push(c),
        }
    }
    html
}
