//! Notes in the HTML of word processors, converters, plugins and journals.

use super::article::{assert_notes, page};

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
