//! LaTeX macros as sources redefine them: none may hide the text behind it.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight_document::citation::Mapping;
use citelight_document::document::{Anomaly, AnomalyKind, Companion, Document, Input, Severity, parse};

const LIST: &str = "\\begin{thebibliography}{9}\n\
    \\bibitem{oak} A. Oak. On acorns. Trees 3 (2001), 1--9.\n\
    \\bibitem{elm} B. Elm. On elms. Trees 4 (2002), 11--19.\n\
    \\end{thebibliography}";

fn parsed(source: &str, companions: &[(&str, &str)]) -> Document {
    let companions: Vec<Companion<'_>> =
        companions.iter().map(|(name, content)| Companion { name, content }).collect();
    parse(Input::new(source, "main.tex").with(&companions)).expect("the source parses")
}

/// A source with its list: two entries, `oak` and `elm`.
fn document(preamble: &str, body: &str) -> Document {
    let source = format!(
        "\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n{LIST}\n\\end{{document}}\n"
    );
    parsed(&source, &[])
}

/// Ids of every citation, in order; one that is not linked in question marks.
fn cited(document: &Document) -> Vec<String> {
    let ids = document.citations.iter().map(|citation| {
        let ids: Vec<&str> =
            citation.references.iter().map(|index| document.references[*index].id.as_str()).collect();
        let ids = ids.join(" ");
        if citation.status == Mapping::Linked { ids } else { format!("?{ids}?") }
    });
    ids.collect()
}

fn text(document: &Document) -> String {
    document.blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn alarms(document: &Document) -> Vec<&Anomaly> {
    let is_alarm = |anomaly: &&Anomaly| anomaly.severity != Severity::Info;
    document.anomalies.iter().filter(is_alarm).collect()
}

fn has(document: &Document, kind: AnomalyKind) -> bool {
    alarms(document).iter().any(|anomaly| anomaly.kind == kind)
}

#[test]
fn a_copy_keeps_the_meaning_that_its_command_had() {
    for preamble in [
        "\\let\\oldcite\\cite\n\\renewcommand{\\cite}[1]{~\\oldcite{#1}}",
        "\\let\\oldcite=\\cite\n\\renewcommand*\\cite[2][]{\\unskip~\\oldcite[#1]{#2}}",
        "\\NewCommandCopy{\\oldcite}{\\cite}\n\\renewcommand{\\cite}[1]{~\\oldcite{#1}}",
        "\\NewCommandCopy\\oldcite\\cite\n\\renewcommand{\\cite}[1]{~\\oldcite{#1}}",
        "\\usepackage{letltxmacro}\\LetLtxMacro{\\oldcite}{\\cite}\n\\renewcommand{\\cite}[1]{~\\oldcite{#1}}",
        "\\expandafter\\let\\csname oldcite\\endcsname\\cite\n\\renewcommand{\\cite}[1]{~\\oldcite{#1}}",
        "\\let\\first\\cite\\let\\oldcite\\first\n\\renewcommand{\\cite}[1]{~\\oldcite{#1}}",
        "\\let\\oldcite\\cite\n\\renewcommand{\\cite}[1]{~\\oldcite{#1}}\\let\\cite\\oldcite",
    ] {
        let document = document(preamble, "Oaks grow \\cite{oak}. Elms die \\cite{elm}, as we saw.");
        assert_eq!(cited(&document), ["oak", "elm"], "{preamble}");
        assert!(alarms(&document).is_empty(), "{preamble}: {:?}", document.anomalies);
        assert!(text(&document).contains("as we saw"), "{preamble}: {}", text(&document));
    }
}

#[test]
fn a_redefined_command_of_formulas_or_of_looks_does_not_call_itself() {
    for (preamble, used) in [
        (
            "\\let\\originalleft\\left\n\\renewcommand{\\left}{\\mathopen{}\\mathclose\\bgroup\\originalleft}",
            "$\\left( x \\right)$",
        ),
        ("\\let\\oldvec\\vec\\renewcommand{\\vec}[1]{\\oldvec{\\mathbf{#1}}}", "$\\vec{x}$"),
        ("\\let\\oldphi\\phi\\let\\phi\\varphi\\let\\varphi\\oldphi", "$\\phi + \\varphi$"),
        ("\\let\\oldtexttt\\texttt\\renewcommand{\\texttt}[1]{\\oldtexttt{\\small #1}}", "\\texttt{x}"),
        ("\\let\\oldtoday\\today\\renewcommand{\\today}{\\textit{\\oldtoday}}", "\\today"),
        ("\\let\\a\\b\\let\\b\\a\\def\\b{\\a}", "\\a\\b"),
    ] {
        let document =
            document(preamble, &format!("Oaks grow \\cite{{oak}}: {used}.\n\nElms die \\cite{{elm}}."));
        assert_eq!(cited(&document), ["oak", "elm"], "{preamble}");
        assert!(alarms(&document).is_empty(), "{preamble}: {:?}", document.anomalies);
    }
}

#[test]
fn macros_without_end_take_no_text_along() {
    for preamble in [
        "\\def\\x{\\y}\\def\\y{\\x}",
        "\\def\\x{a\\y b}\\def\\y{\\x c}",
        "\\def\\x{\\y\\y}\\def\\y{\\x\\x}",
        "\\newcommand{\\x}{\\y{1}}\\newcommand{\\y}[1]{\\x #1}",
        // Not endless, but more than anyone reads.
        "\\def\\a{0123456789}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\
         \\def\\d{\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c}\\def\\e{\\d\\d\\d\\d\\d\\d\\d\\d\\d\\d}\\def\\x{\\e\\e\\e\\e\\e\\e\\e}",
    ] {
        let body = "Oaks grow \\cite{oak}: \\x.\n\nElms die \\cite[p.~3]{elm}, as \\emph{we} saw. \\x\n\nSo \\cite{oak,elm}.";
        let document = document(preamble, body);
        assert_eq!(cited(&document), ["oak", "elm", "oak elm"], "{preamble}");
        assert_eq!(document.references.len(), 2, "{preamble}");
        assert!(text(&document).contains("as we saw"), "{preamble}");
        assert!(has(&document, AnomalyKind::ConverterError), "{preamble}: {:?}", document.anomalies);
    }
}

#[test]
fn long_lists_that_macros_go_through_are_read_to_their_end() {
    let preamble = "\\def\\each#1,{\\ifx\\stop#1\\else item #1; \\expandafter\\each\\fi}\\let\\stop\\relax";
    let items: String = (1..400).map(|item| format!("{item},")).collect();
    let document =
        document(preamble, &format!("Oaks \\each {items}\\stop, grow \\cite{{oak}}. Elms \\cite{{elm}}."));
    assert_eq!(cited(&document), ["oak", "elm"]);
}

#[test]
fn a_definition_names_its_command_and_does_not_execute_it() {
    for preamble in [
        "\\def\\Y{$x}\\expandafter\\let\\csname X\\endcsname=\\Y",
        "\\def\\Y{\\begin{verbatim}}\\expandafter\\let\\csname X\\endcsname\\Y",
        "\\expandafter\\def\\csname X\\endcsname{$x}",
        "\\expandafter\\newcommand\\csname X\\endcsname[1]{$x #1}",
        "\\def\\Y{$x}\\expandafter\\let\\expandafter\\Z\\csname Y\\endcsname",
    ] {
        let document = document(preamble, "Oaks grow \\cite{oak}.\n\nElms die \\cite{elm}.");
        assert_eq!(cited(&document), ["oak", "elm"], "{preamble}");
    }
    let used = document(
        "\\expandafter\\def\\csname tree\\endcsname#1{tall #1 trees}",
        "Oaks are \\tree{old}, so \\cite{oak}.",
    );
    assert!(text(&used).contains("Oaks are tall old trees, so"), "{}", text(&used));
}

#[test]
fn a_macro_whose_argument_does_not_end_takes_nothing() {
    let body = "Oaks \\x grow tall \\cite{oak}.\n\nElms \\x die young \\cite{elm}.";
    for preamble in ["\\def\\x#1;{(#1)}", "\\def\\x#1#2;{(#1#2)}", "\\def\\x to#1;{(#1)}"] {
        let document = document(preamble, body);
        assert_eq!(cited(&document), ["oak", "elm"], "{preamble}");
        assert!(
            text(&document).contains("grow tall [1].\nElms die young [2]."),
            "{preamble}: {}",
            text(&document)
        );
    }
}

#[test]
fn an_argument_may_end_before_a_brace() {
    let preamble = "\\def\\tint#1#{\\tintto{#1}}\\def\\tintto#1#2{(#2)}";
    let document = document(preamble, "Oaks \\tint{grow} tall \\tint[x]{now} \\cite{oak}. Elms \\cite{elm}.");
    assert!(text(&document).contains("Oaks (grow) tall (now) [1]."), "{}", text(&document));
    assert_eq!(cited(&document), ["oak", "elm"]);
}
