//! LaTeX sources and their bibliographies: real ones, and small ones that show one thing each.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::collections::HashSet;
use std::time::Duration;

use citelight_document::citation::{CitationStyle, Mapping};
use citelight_document::document::{AnomalyKind, Companion, Document, Format, Input, Severity, parse};
use citelight_document::markup::{BlockKind, locator_of};
use proptest::prelude::*;

#[path = "support/latex_sources.rs"]
mod latex_sources;

use latex_sources::{SOURCES, Source, text};

#[path = "support/clock.rs"]
mod clock;

use clock::Stopwatch;

fn document(main: &str, companions: &[(&str, &str)]) -> Document {
    let companions: Vec<Companion<'_>> =
        companions.iter().map(|(name, content)| Companion { name, content }).collect();
    parse(Input::new(main, "main.tex").with(&companions)).expect("the source parses")
}

/// `(surface, ids, linked)` of every citation.
fn citations(document: &Document) -> Vec<(String, String, bool)> {
    document
        .citations
        .iter()
        .map(|citation| {
            let ids: Vec<&str> =
                citation.references.iter().map(|index| document.references[*index].id.as_str()).collect();
            (
                document.blocks[citation.block].text[citation.range.clone()].to_owned(),
                ids.join(" "),
                citation.status == Mapping::Linked,
            )
        })
        .collect()
}

fn surfaces(document: &Document) -> Vec<String> {
    citations(document).into_iter().map(|(surface, ids, _)| format!("{surface} -> {ids}")).collect()
}

/// Keys that a source cites, read without the parser: comments and verbatim code dropped, then by pattern.
fn cited_keys(source: &str) -> HashSet<String> {
    let mut plain = String::new();
    let mut verbatim = false;
    for line in source.lines() {
        verbatim |= line.contains("\\begin{verbatim}");
        let mut end = line.len();
        let bytes = line.as_bytes();
        for at in 0..bytes.len() {
            if bytes[at] == b'%' && (at == 0 || bytes[at - 1] != b'\\') {
                end = at;
                break;
            }
        }
        if !verbatim {
            plain.push_str(&line[..end]);
            plain.push('\n');
        }
        verbatim &= !line.contains("\\end{verbatim}");
    }
    let mut keys = HashSet::new();
    let pattern = regex::Regex::new(r"\\([A-Za-z]*cite[A-Za-z]*)\*?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]+)\}")
        .expect("a pattern");
    for found in pattern.captures_iter(&plain) {
        if &found[1] != "nocite" {
            keys.extend(found[2].split(',').map(|key| key.trim().trim_start_matches('*').to_owned()));
        }
    }
    keys
}

#[test]
fn every_cited_key_is_linked() {
    for (name, _) in SOURCES {
        let source = Source::read(name);
        let document = source.document();
        let ids: HashSet<&str> = document.references.iter().map(|reference| reference.id.as_str()).collect();
        let linked: HashSet<&str> = document
            .citations
            .iter()
            .filter(|citation| citation.status == Mapping::Linked)
            .flat_map(|citation| &citation.references)
            .map(|index| document.references[*index].id.as_str())
            .collect();
        let cited = cited_keys(&source.main);
        let missing: Vec<&String> =
            cited.iter().filter(|key| ids.contains(key.as_str()) && !linked.contains(key.as_str())).collect();
        assert!(missing.is_empty(), "{name}: cited but not linked: {missing:?}");
        assert!(!document.references.is_empty(), "{name} has references");
        for citation in &document.citations {
            assert_ne!(citation.references.len(), 0, "{name}: {:?}", document.blocks[citation.block].text);
        }
    }
}

#[test]
fn a_source_and_its_conversion_cite_the_same() {
    let edges = |document: &Document| -> Vec<u32> {
        document
            .citations
            .iter()
            .flat_map(|citation| &citation.references)
            .map(|index| document.references[*index].number)
            .collect()
    };
    let source = Source::read("1707.08043-amsart/main.tex").document();
    let page = text("pages/latexml-1707.08043.html");
    let page = parse(Input::new(&page, "page")).expect("the page parses");
    assert_eq!(edges(&source), edges(&page));
    assert_eq!(source.references.len(), page.references.len());
    for (own, other) in source.references.iter().zip(&page.references) {
        assert_eq!(own.year, other.year, "{} / {}", own.raw, other.raw);
        assert_eq!(
            own.authors.first().map(|person| &person.family),
            other.authors.first().map(|person| &person.family)
        );
    }
    let headings = |document: &Document| {
        document.blocks.iter().filter(|block| matches!(block.kind, BlockKind::Heading(_))).count()
    };
    assert_eq!(headings(&source), headings(&page));
}

const BIB: &str = r#"
@string{tug = "TUGboat"}
@article{knuth, author = {Donald E. Knuth}, title = {Literate programming}, journal = tug # { 2}, year = 1984, volume = 27, number = 2, pages = {97--111}, doi = {https://doi.org/10.1093/comjnl/27.2.97}}
@book{lamport, author = {Lamport, Leslie and others}, title = {{\LaTeX}: A Document Preparation System}, publisher = {Addison-Wesley}, year = {1994}}
@inproceedings{three, author = {Anna M\"uller and Bob van der Berg and {\'E}va Nagy}, title = {Three are many}, crossref = {proc}, pages = {1-9}}
@inproceedings{again, author = {Anna M{\"u}ller and Bob van der Berg and {\'E}va Nagy}, title = {Three are still many}, crossref = {proc}}
@proceedings{proc, title = {Proceedings of Things}, year = 2001, publisher = {{Some and Sons}}}
@misc{who, author = {{World Health Organization}}, title = {Report}, year = {2020}, url = {https://www.who.int/a_b}}
@misc{arxived, author = {Jane Doe}, title = {Preprint}, year = 2017, eprint = {1706.03762v5}, archiveprefix = {arXiv}}
"#;

fn article(preamble: &str, body: &str) -> String {
    format!(
        "\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\bibliography{{refs}}\n\\end{{document}}\n"
    )
}

fn cite(preamble: &str, body: &str) -> Vec<String> {
    surfaces(&document(&article(preamble, body), &[("refs.bib", BIB)]))
}

#[test]
fn natbib_by_author_and_year() {
    let preamble = "\\usepackage{natbib}\\bibliographystyle{plainnat}";
    assert_eq!(
        cite(
            preamble,
            r"\citet{knuth} and \citep[see][p.~3]{knuth,lamport}. \citep{three,again}; \citeauthor{who}; \citealt{knuth}
              \citeyearpar{lamport} or \citet*{three}."
        ),
        [
            "Knuth (1984) -> knuth",
            "(see Knuth, 1984; Lamport et al., 1994, p. 3) -> knuth lamport",
            "(Müller et al., 2001a,b) -> three again",
            "World Health Organization -> who",
            "Knuth 1984 -> knuth",
            "(1994) -> lamport",
            "Müller, van der Berg, and Nagy (2001a) -> three",
        ]
    );
}

#[test]
fn numbers_in_every_form() {
    let body = r"One \cite{knuth}, three \cite{arxived,knuth,lamport}, all \cite[Sec.~2]{three,again,who}.";
    assert_eq!(
        cite("\\bibliographystyle{unsrt}", body),
        ["[1] -> knuth", "[2, 1, 3] -> arxived knuth lamport", "[4, 5, 6, Sec. 2] -> three again who"]
    );
    assert_eq!(
        cite("\\usepackage{cite}\\bibliographystyle{unsrt}", body),
        ["[1] -> knuth", "[1–3] -> knuth arxived lamport", "[4–6, Sec. 2] -> three again who"]
    );
    assert_eq!(
        cite("\\usepackage[super,sort&compress]{natbib}\\bibliographystyle{unsrtnat}", body)[1],
        "1–3 -> knuth arxived lamport"
    );
    assert_eq!(
        cite(
            "\\usepackage[numbers]{natbib}\\bibliographystyle{unsrtnat}",
            r"\citet{knuth} says; others not \citep[e.g.][]{who}"
        ),
        ["[1] -> knuth", "[e.g. 2] -> who"]
    );
}

#[test]
fn biblatex_and_its_styles() {
    let bibliography =
        |style: &str| format!("\\usepackage[style={style}]{{biblatex}}\\addbibresource{{refs.bib}}");
    let body = r"\textcite{knuth} and \parencite[59]{lamport}, \parencites[see][2--3]{knuth}[and][]{who}, \autocite{knuth}.";
    assert_eq!(
        cite(&bibliography("apa"), body),
        [
            "Knuth (1984) -> knuth",
            "(Lamport et al., 1994, p. 59) -> lamport",
            "(see Knuth, 1984, pp. 2–3; and World Health Organization, 2020) -> knuth who",
            "(Knuth, 1984) -> knuth",
        ]
    );
    assert_eq!(
        cite(&bibliography("alphabetic"), body)[1..3],
        ["[Lam+94, p. 59] -> lamport", "[see Knu84, pp. 2–3, and Wor20] -> knuth who"]
    );
    assert_eq!(cite(&bibliography("ieee"), r"\cite{knuth,who}"), ["[1], [2] -> knuth who"]);
    let notes = document(
        &article(
            &bibliography("verbose-ibid"),
            r"Text.\autocite{knuth} More.\footcite[3]{knuth} Other.\footcite{who}",
        ),
        &[("refs.bib", BIB)],
    );
    let footnotes: Vec<&str> = notes
        .blocks
        .iter()
        .filter(|block| block.kind == BlockKind::Footnote)
        .map(|block| block.text.as_str())
        .collect();
    assert_eq!(footnotes.len(), 3);
    assert!(footnotes[0].starts_with("Knuth, Donald E. (1984). Literate programming."), "{footnotes:?}");
    assert_eq!(footnotes[1], "Ibid., p. 3.");
    assert!(notes.citations.iter().all(|citation| citation.status == Mapping::Linked));
}

#[test]
fn notes_have_marks_in_the_text() {
    let preamble = r"\usepackage[style=verbose-ibid]{biblatex}\addbibresource{refs.bib}";
    let body = r"A claim.\footcite{knuth} Another.\footnote{See \cite{lamport}.} A third.\footcite{who} And\footnotemark{}
        so on.\footnotetext{A remark.} Again.\footcite[4]{who}";
    let source = article(preamble, body);
    let files = [Companion { name: "refs.bib", content: BIB }];
    for input in [Input::new(&source, "main.tex"), Input::new(&source, "main.tex").without_links()] {
        let document = parse(input.with(&files)).expect("the source parses");
        let text = &document.blocks.first().expect("a paragraph").text;
        assert_eq!(text, "A claim.1 Another.2 A third.3 And4 so on. Again.5");
        assert_eq!(document.style, CitationStyle::Note);
        // The citation stands where the claim stands, not in the note.
        let marks: Vec<(usize, &str)> =
            document.citations.iter().map(|own| (own.block, &text[own.range.clone()])).collect();
        assert_eq!(marks, [(0, "1"), (0, "2"), (0, "3"), (0, "5")]);
        assert_eq!(
            citations(&document).iter().map(|own| own.1.as_str()).collect::<Vec<_>>(),
            ["knuth", "lamport", "who", "who"]
        );
    }
}

#[test]
fn authors_with_titles_say_which_work() {
    let preamble = r"\usepackage[style=authortitle]{biblatex}\addbibresource{refs.bib}";
    let bib = "@book{rhetoric, author={Aristotle}, title={The Rhetoric of Aristotle}, shorttitle={Rhetoric}, year=1877}
        @book{physics, author={Aristotle}, title={Physics}, year=1929} @book{poetics, author={Aristotle}, title={Poetics}, year=1968}
        @book{kant, author={Kant, Immanuel}, title={Kritik der Urtheilskraft}, year=1968}";
    let body = r"A claim \parencite{rhetoric}. \textcite[59]{physics} shows it. \citeauthor{poetics} shows it, too
        \parencite*[see][]{poetics}. See \cite{kant}; \cite{physics}.";
    let source = article(preamble, body);
    let files = [Companion { name: "refs.bib", content: bib }];
    let input = Input::new(&source, "main.tex").with(&files).without_links();
    let document = parse(input).expect("the source parses");
    let found: Vec<(String, String)> =
        citations(&document).into_iter().map(|(surface, keys, _)| (surface, keys)).collect();
    let expected = [
        ("(Aristotle, “Rhetoric”)", "rhetoric"),
        ("Aristotle (“Physics”, p. 59)", "physics"),
        ("Aristotle shows it, too (see “Poetics”)", "poetics"),
        ("Kant, “Kritik der Urtheilskraft", "kant"),
        ("Aristotle, “Physics", "physics"),
    ];
    assert_eq!(found, expected.map(|(surface, key)| (surface.to_owned(), key.to_owned())));
}

#[test]
fn the_documents_own_commands() {
    let preamble = r"\usepackage{natbib}\bibliographystyle{plainnat}
        \newcommand{\eg}[1]{(e.g., \citealp{#1})} \renewcommand{\cite}{\citep} \def\both#1/#2.{\citet{#1} and \citet{#2}}
        \newcommand{\greet}[2][Hello]{#1, #2!} \newcommand{\dmodel}{d_{\text{model}}} \let\oldcite\citep
        \NewDocumentCommand{\maybe}{s O{x} m}{\IfBooleanTF{#1}{star}{plain} #2 #3} \newif\ifdraft \drafttrue
        \newenvironment{claim}[1]{\textbf{Claim #1.}}{ Done.}";
    let source = article(
        preamble,
        r"\greet{you} and \greet[Bye]{me}. \eg{knuth} \cite{who} \both lamport/knuth. \oldcite{who}
          $\dmodel^2$ \maybe*{a} \maybe[b]{c} \ifdraft yes\else no\fi \iffalse hidden \cite{three}\fi
          \begin{claim}{7}It holds.\end{claim}",
    );
    let document = document(&source, &[("refs.bib", BIB)]);
    let text: Vec<&str> = document.blocks.iter().map(|block| block.text.as_str()).collect();
    let text = text.join("\n");
    assert!(text.contains("Hello, you! and Bye, me!"), "{text}");
    assert!(text.contains("$d_{\\text{model}}^2$ star x a plain b c yes"), "{text}");
    assert!(!text.contains("hidden"), "{text}");
    assert!(text.contains("Claim 7.It holds. Done."), "{text}");
    let surfaces = surfaces(&document);
    assert_eq!(surfaces[0], "(e.g., Knuth, 1984) -> knuth");
    assert_eq!(surfaces[1], "(World Health Organization, 2020) -> who");
    assert_eq!(surfaces[2], "Lamport et al. (1994) -> lamport");
    assert_eq!(surfaces.len(), 5, "{surfaces:#?}");
}

#[test]
fn files_and_what_is_missing() {
    let main = "\\documentclass{article}\\title{A \\emph{title}\\thanks{me}}\\author{Jane Q. Doe \\and Ann van Dam\\\\ University}\n\\begin{document}\n\\input{sections/one}\n\\include{two}\n\\input{three}\n\\bibliography{refs,none}\\end{document}\nrubbish \\cite{who}";
    let document = document(
        main,
        &[
            ("refs.bib", BIB),
            (
                "sections/one.tex",
                "\\section{One}\nFirst line.\n\nCited \\cite{knuth} here \\cite{nobody}.\n\\input{main}\\input{sections/one}",
            ),
            (
                "two.tex",
                "% nothing \\cite{who}\n\\subsection{Two \\cite{lamport}}\\begin{itemize}\\item a\\item[b] c\\end{itemize}",
            ),
        ],
    );
    assert_eq!(document.title.as_deref(), Some("A title"));
    let families: Vec<&str> = document.authors.iter().map(|person| person.family.as_str()).collect();
    assert_eq!(families, ["Doe", "van Dam"]);
    assert_eq!(surfaces(&document)[..1], ["[1] -> knuth"]);
    let missing: Vec<&str> = document
        .anomalies
        .iter()
        .filter(|anomaly| anomaly.kind == AnomalyKind::MissingFile)
        .map(|anomaly| anomaly.place.as_str())
        .collect();
    assert!(missing.contains(&"three") && missing.contains(&"none"), "{missing:?}");
    assert!(document.anomalies.iter().any(|anomaly| anomaly.place == "nobody"));
    let cited = document.blocks.iter().find(|block| block.text.starts_with("Cited")).expect("the paragraph");
    assert_eq!(cited.text, "Cited [1] here [?].");
    assert_eq!(cited.section, ["One"]);
    let locator = locator_of(cited, 0..5);
    assert_eq!(
        (locator.line, locator.ranges.first().map(|range| (range.node, range.start))),
        (4, Some((2, 27)))
    );
    let kinds: Vec<BlockKind> = document.blocks.iter().map(|block| block.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == BlockKind::ListItem).count(), 2);
}

#[test]
fn structure_and_letters() {
    let source = r#"\documentclass{article}
\newtheorem{thm}{Theorem}[section]
\begin{document}
\begin{abstract}We say so.\end{abstract}
\section{First}\label{s}
G\"odel, Erd\H{o}s, \v{S}koda, na\"{\i}ve, \aa ngstr\"om, ``quoted'' --- 3--4\,km, 50\% \& more~so.\footnote{A note
with {\em words}.} See \ref{s}, \eqref{e}, \autoref{f} and \verb|\cite{x}|.
\begin{equation}\label{e} a = \frac{b}{c} \end{equation}
\begin{thm}[Euler] Let $x$ be \emph{odd}.\end{thm}
\begin{figure}\includegraphics[width=3cm]{a.png}\caption{A picture of \textit{it}.}\label{f}\end{figure}
\begin{table}\caption{Numbers}\begin{tabular}{l|r}\toprule a & b \\ \midrule 1 & \multicolumn{2}{c}{2} \\ \bottomrule\end{tabular}\end{table}
\begin{verbatim}
\cite{nothing} [1]
\end{verbatim}
\begin{comment} \cite{gone} \end{comment}
10 \% \unknown{kept} \unknown[dropped]{kept too}
\end{document}"#;
    let document = document(source, &[]);
    let shown: Vec<String> =
        document.blocks.iter().map(|block| format!("{:?} | {}", block.kind, block.text)).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn ready_lists_of_bibtex_and_biber() {
    let bbl = "\\begin{thebibliography}{2}\n\\expandafter\\ifx\\csname natexlab\\endcsname\\relax\\def\\natexlab#1{#1}\\fi\n\\bibitem[{M{\\\"u}ller and Li(2019{\\natexlab{b}})M{\\\"u}ller, and Li}]{ml}\nA.~M{\\\"u}ller and B.~Li.\n\\newblock A title.\n\\newblock \\emph{J. Things}, 3:\\penalty0 1--9, 2019{\\natexlab{b}}.\n\\newblock \\doi{10.1000/xyz}.\n\n\\bibitem[{Zed(2020)}]{zed}\nC.~Zed.\n\\newblock Other.\n\\newblock 2020.\n\\end{thebibliography}";
    let main = "\\documentclass{article}\\usepackage{natbib}\\begin{document}\\citet{ml} and \\citep{zed,ml}.\\bibliography{x}\\end{document}";
    let by_bibtex = document(main, &[("main.bbl", bbl)]);
    assert_eq!(
        surfaces(&by_bibtex),
        ["Müller and Li (2019b) -> ml", "(Zed, 2020; Müller and Li, 2019b) -> zed ml"]
    );
    let first = &by_bibtex.references[0];
    assert_eq!((first.year, first.year_suffix), (Some(2019), Some('b')));
    assert_eq!(first.title.as_deref(), Some("A title"));
    assert_eq!(first.venue.as_deref(), Some("J. Things"));
    assert_eq!(first.identifiers.doi.as_deref(), Some("10.1000/xyz"));
    assert_eq!(
        first.authors.iter().map(|person| person.family.as_str()).collect::<Vec<_>>(),
        ["Müller", "Li"]
    );

    let bbl = "\\refsection{0}\\datalist[entry]{nty/global//global/global}\n\\entry{ml}{article}{}\n\\name{author}{2}{}{%\n{{hash=1}{%\nfamily={Müller},\nfamilyi={M\\bibinitperiod},\ngiven={Anna\\bibnamedelima Maria},\ngiveni={A\\bibinitperiod}}}%\n{{hash=2}{%\nfamily={Berg},\nprefix={van\\bibnamedelima der},\ngiven={Bob}}}%\n}\n\\list{publisher}{1}{%\n{Wiley}%\n}\n\\field{labelalpha}{MB19}\n\\field{journaltitle}{J. Things}\n\\field{title}{A title of {\\TeX}}\n\\field{year}{2019}\n\\verb{doi}\n\\verb 10.1000/xyz_1\n\\endverb\n\\endentry\n\\enddatalist";
    let main = "\\documentclass{article}\\usepackage[style=alphabetic]{biblatex}\\begin{document}\\cite{ml}.\\printbibliography\\end{document}";
    let by_biber = document(main, &[("main.bbl", bbl)]);
    assert_eq!(surfaces(&by_biber), ["[MB19] -> ml"]);
    let first = &by_biber.references[0];
    assert_eq!(first.title.as_deref(), Some("A title of TeX"));
    assert_eq!(first.identifiers.doi.as_deref(), Some("10.1000/xyz_1"));
    assert_eq!(first.authors[1].family, "van der Berg");
}

#[test]
fn bombs_end_quickly_and_are_told() {
    let bombs = [
        r"\def\a{\b\b}\def\b{\a\a}\a text".to_owned(),
        r"\newcommand{\a}[1]{\b{#1#1}}\newcommand{\b}[1]{\a{#1#1}}\a{x} text".to_owned(),
        (0..60)
            .map(|n| format!("\\def\\{}{{\\{}\\{}}}", name(n), name(n + 1), name(n + 1)))
            .collect::<String>()
            + &format!("\\{} text", name(0)),
        r"\newcommand{\x}{\textbf{".repeat(10_000),
        r"\emph{\footnote{\textbf{".repeat(20_000),
        r"\cite[".repeat(30_000),
        r"\begin{itemize}\item ".repeat(20_000) + &r"\end{enumerate}".repeat(20_000),
        "$".repeat(200_001),
        r"\( x ".repeat(30_000),
        r"\begin{align} x ".repeat(20_000),
        r"\newcommand{\e}[1]{#1}".to_owned() + &r"\e{".repeat(20_000) + &"}".repeat(20_000),
        r"\def\d#1.{#1}".to_owned() + &r"\d ".repeat(30_000),
        r"\ifx".repeat(40_000),
        r"\iffalse".repeat(40_000),
    ];
    for bomb in bombs {
        let source = format!("\\documentclass{{article}}\\begin{{document}}\n{bomb}\n\\end{{document}}");
        let watch = Stopwatch::start();
        let parsed = parse(Input::new(&source, "bomb.tex")).expect("a bomb is a source");
        assert_eq!(parsed.format, Format::Latex);
        // Tests run unoptimised, the bar of two seconds is for optimised code.
        assert!(watch.spent() < Duration::from_secs(15), "{:?}: {:.60}", watch.spent(), bomb);
        let length: usize = parsed.blocks.iter().map(|block| block.text.len()).sum();
        assert!(length < 40 * source.len() + 20_000_000, "{length}: {bomb:.60}");
    }
    let expanded = document(
        "\\documentclass{article}\\begin{document}\\def\\a{\\b\\b}\\def\\b{\\a\\a}\\a text\\end{document}",
        &[],
    );
    assert!(expanded.anomalies.iter().any(|anomaly| anomaly.kind == AnomalyKind::ConverterError));
}

fn name(n: usize) -> String {
    ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"][n % 10].repeat(n / 10 + 2)
}

#[test]
fn time_grows_with_the_size() {
    let source = text("latex/1708.00137-quantum/main.tex");
    let (head, rest) = source.split_once("\\begin{document}").expect("a document");
    let (body, tail) = rest.split_once("\\end{document}").expect("an end");
    let time = |times: usize| {
        let grown = format!("{head}\\begin{{document}}{}\\end{{document}}{tail}", body.repeat(times));
        let watch = Stopwatch::start();
        let parsed = parse(Input::new(&grown, "main.tex")).expect("the source parses");
        assert!(parsed.blocks.len() > 100 * times);
        watch.spent().as_secs_f64()
    };
    time(1);
    let (once, often) = (time(1), time(8));
    // Eight times the input; generous, since other work runs beside the tests.
    assert!(often < once * 32.0, "{once} {often}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn damaged_sources_never_panic(cuts in prop::collection::vec((0_usize..60_000, 0_usize..40, 0_usize..12), 1..30)) {
        const SCRAPS: [&str; 12] =
            ["{", "}", "$", "\\begin{equation}", "\\end{figure}", "\\cite{", "\\def\\x#1{", "%", "é\u{301}", "[", "\\fi", "\\"];
        let mut source = text("latex/1707.08043-amsart/main.tex");
        for (at, length, scrap) in cuts {
            let mut start = at.min(source.len());
            while !source.is_char_boundary(start) { start -= 1; }
            let mut end = (start + length).min(source.len());
            while !source.is_char_boundary(end) { end -= 1; }
            source.replace_range(start..end.max(start), SCRAPS[scrap]);
        }
        let parsed = parse(Input::new(&source, "main.tex"));
        if let Ok(document) = parsed {
            for block in &document.blocks {
                for sentence in &block.sentences {
                    prop_assert!(block.text.get(sentence.clone()).is_some());
                }
                let _ = locator_of(block, 0..block.text.len());
            }
        }
    }

    #[test]
    fn any_tex_is_a_document(words in prop::collection::vec("[a-z \\\\{}\\[\\]$%#&~^_@,.]{0,12}|\\\\(begin|end|cite|citep|section|footnote|def|newcommand|item|verb|input|if|fi|else|bibitem|url|href)", 0..60)) {
        let source = format!("\\documentclass{{article}}\\begin{{document}}{}", words.concat());
        prop_assert!(parse(Input::new(&source, "main.tex")).is_ok());
    }
}

#[test]
fn sources_are_recognised_by_their_content() {
    let format = |content: &str| parse(Input::new(content, "x")).map(|document| document.format);
    assert_eq!(
        format("% a comment\n\n\\documentclass{article}\\begin{document}x\\end{document}"),
        Ok(Format::Latex)
    );
    assert_eq!(format("\\section{Part of a thesis}\nWhere $a<p$ holds."), Ok(Format::Latex));
    assert_eq!(format("A plain text.\n\nWith paragraphs."), Ok(Format::Text));
    assert_eq!(
        format("<html><body><p>\\documentclass{article} is how it begins.</p></body></html>"),
        Ok(Format::Html)
    );
    assert_eq!(document("\\section{A}x", &[]).style, CitationStyle::Unknown);
}

#[test]
fn a_source_lacks_nothing_and_what_sets_its_page_up_is_no_text() {
    let main = r#"\documentclass{report}
\begin{document}
\addtocontents{toc}{\vspace{1em}}
\fancypagestyle{plain}{\fancyhf{}}
\lstdefinestyle{plain}{basicstyle=\ttfamily, keywordstyle=\bfseries}
\lstdefinelanguage{Weir}{morekeywords={open, close}, sensitive=true}
\lstdefinelanguage[Upper]{Weir}[ISO]{C}{morekeywords={dam, lock}, sensitive=true}[keywordcomments]
\newgeometry{top=43.5mm, bottom=10mm}
\setlist[itemize]{nosep}
I, the author, declare that this thesis, titled as stated above, and the work presented in it are my own work

\texttt{weir-watch} is a package for \texttt{Node.js} that reads the levels of weirs from sensors \cite{a}. It is used in the following

\begin{lstlisting}
result = weir.read(level="upper")
\end{lstlisting}
for every river of the country, and in the words of its makers it has never failed so far \cite{c}.
\begin{thebibliography}{9}
\bibitem{a} A. Alder. Weirs. River Notes, 2001.
\bibitem{b} B. Roos. Walls. River Notes, 2002.
\bibitem{c} C. Tamm. Water. River Notes, 2003.
\end{thebibliography}
\end{document}"#;
    let document = document(main, &[]);
    let text: String = document.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n");
    for setup in ["toc", "style", "keyword", "mm", "nosep", "plain", "new"] {
        assert!(!text.contains(setup), "{setup}: {text}");
    }
    let warned: Vec<_> =
        document.anomalies.iter().filter(|anomaly| anomaly.severity != Severity::Info).collect();
    assert!(warned.is_empty(), "{warned:?}");
}
