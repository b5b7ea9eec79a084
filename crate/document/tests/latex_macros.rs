//! LaTeX macros as sources redefine them: none may hide the text behind it.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight_document::citation::Mapping;
use citelight_document::document::{Anomaly, AnomalyKind, Companion, Document, Input, Severity, parse};

#[path = "support/clock.rs"]
mod clock;

use clock::Stopwatch;

/// Names and contents of the files beside a source.
type Companions<'a> = &'a [(&'a str, &'a str)];

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
        "\\ExplSyntaxOn\n\\cs_set_eq:NN \\oldcite \\cite\n\\RenewDocumentCommand{\\cite}{m}{\\oldcite{#1}}\n\\ExplSyntaxOff",
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

#[test]
fn a_key_does_not_contradict_what_is_printed_for_it() {
    for (preamble, body) in [
        (
            "\\usepackage[numbers]{natbib}",
            "Oaks \\cite[Jarry 1906, as cited in][]{oak}. Elms \\citep[e.g.][but see Miles 1997]{elm}.",
        ),
        (
            "\\usepackage{natbib}",
            "Oaks \\citep[Jarry 1906, as cited in][]{oak}. Elms \\citep[e.g.][but see Miles 1997]{elm}.",
        ),
        ("", "Oaks \\cite[see Jarry 1906]{oak}. Elms \\cite[Miles 1997]{elm}."),
    ] {
        let document = document(preamble, body);
        assert_eq!(cited(&document), ["oak", "elm"], "{preamble}");
        assert!(alarms(&document).is_empty(), "{preamble}: {:?}", document.anomalies);
    }
    let web = "\\documentclass{article}\\usepackage{natbib}\\begin{document}Knots \\citep{skl}, knees \\citep{knee}.\n\
        \\begin{thebibliography}{9}\n\\bibitem[{skl(????)}]{skl} Sklearn: a guide. \\url{https://example.org}.\n\
        \\bibitem[{Ada(2001)}]{knee} B. Ada. Knees. 2001.\n\\end{thebibliography}\\end{document}";
    let document = parsed(web, &[]);
    assert_eq!(cited(&document), ["skl", "knee"]);
    assert!(alarms(&document).is_empty(), "{:?}", document.anomalies);
}

#[test]
fn what_is_set_as_code_cites_nothing() {
    for (preamble, used) in [
        ("", "\\begin{alltt}\nx[1]\n\\end{alltt}"),
        ("", "\\begin{Highlighting}[]\n\\NormalTok{x[1]}\n\\end{Highlighting}"),
        ("", "\\begin{code}\nx [1] = y\n\\end{code}"),
        ("", "\\begin{python}\nx [1] = y\n\\end{python}"),
        ("\\newenvironment{code}{\\begin{verbatim}}{\\end{verbatim}}", "\\begin{code}\nx [1]\n\\end{code}"),
        ("\\lstnewenvironment{rust}[1][]{\\lstset{#1}}{}", "\\begin{rust}\nx [1]\n\\end{rust}"),
        (
            "\\DefineVerbatimEnvironment{shell}{Verbatim}{fontsize=\\small}",
            "\\begin{shell}\nx [1]\n\\end{shell}",
        ),
        ("\\newminted{ruby}{linenos}", "\\begin{rubycode}\nx [1]\n\\end{rubycode}"),
        ("\\newminted[shown]{ruby}{linenos}", "\\begin{shown}\nx [1]\n\\end{shown}"),
        ("\\newtcblisting{boxed}{listing only}", "\\begin{boxed}\nx [1]\n\\end{boxed}"),
        ("", "Then \\texttt{x [1]} is {\\tt y [2]} and {\\ttfamily z [2]} and \\code{w [1]}."),
        ("\\newcommand{\\code}[1]{\\texttt{#1}}", "Then \\code{x [1]}."),
    ] {
        // Typed numbers count where no key is cited.
        for (oak, ids) in [("\\cite{oak}", "oak"), ("[1]", "?oak?")] {
            let document = document(preamble, &format!("Oaks grow {oak}.\n\n{used}\n\nThey grow on."));
            assert_eq!(cited(&document), [ids], "{preamble} {used}");
            assert!(text(&document).contains("They grow on."), "{preamble} {used}");
            assert!(!has(&document, AnomalyKind::Truncated), "{:?}", document.anomalies);
        }
    }
    let quoted = document("", "Oaks grow \\texttt{tall \\cite{oak}}, \\cite{elm}.");
    assert_eq!(cited(&quoted), ["oak", "elm"]);
}

#[test]
fn options_of_commands_cite_nothing() {
    for used in [
        "\\lipsum[1-2]",
        "\\kant[1]",
        "\\blindtext[2]",
        "\\linebreak[2]",
        "\\pagebreak[2]",
        "\\nopagebreak[1]",
        "\\nolinebreak[1]",
        "\\textls[1]{x}",
        "\\raisebox{1pt}[2][1]{x}",
        "\\author*[1,2]{\\fnm{A} \\sur{B}}",
        "\\whatever[1]",
        "\\whatever*[2]{x}",
    ] {
        for (oak, ids) in [("\\cite{oak}", "oak"), ("[1]", "?oak?")] {
            let document = document("", &format!("Oaks grow {oak}.\n\nNow {used}.\n\nThey grow on."));
            assert_eq!(cited(&document), [ids], "{used}");
        }
    }
    let spaced = document("", "Oaks by Miller \\etal [1] and \\textregistered{} [2].");
    assert_eq!(cited(&spaced), ["?oak?", "?elm?"]);
    let spanning = document("", "\\twocolumn[\\icmltitle{On trees}] Oaks \\cite{oak}. Elms \\cite{elm}.");
    assert_eq!(cited(&spanning), ["oak", "elm"]);
    assert_eq!(spanning.title.as_deref(), Some("On trees"));
}

#[test]
fn where_keys_cite_a_number_in_brackets_is_an_index() {
    let body = "Oaks \\cite[{Thm. [2]}]{oak} have $F$[1] leaves, arr[2] and bits [1:0].\n\nElms \\cite{elm}, oaks \\cite{oak}.\n\nBoth \\cite{oak,elm}.";
    assert_eq!(cited(&document("", body)), ["oak", "elm", "oak", "oak elm"]);
    // Whoever cites by hand does so everywhere.
    let by_hand = document("", "Oaks [1] and elms [2] and both [1, 2].\n\nAs in \\cite{oak}.");
    assert_eq!(by_hand.citations.len(), 4);
}

#[test]
fn what_a_run_of_latex_says_is_no_text() {
    let preamble = "\\newcommand{\\old}[1]{\\PackageWarning{trees}{See [1]}\\typeout{said [1]}\\message{told [1]}%\n\
        \\immediate\\write16{wrote [1]}\\errmessage{cried [1]}#1}";
    let document = document(preamble, "Oaks \\old{grow} [1].");
    assert_eq!(cited(&document), ["?oak?"]);
    assert!(text(&document).contains("Oaks grow [1]."), "{}", text(&document));
}

#[test]
fn a_source_has_no_list_that_loading_cut() {
    let body = "Oaks \\cite{oak}. Elms \\cite{elm}. Ash \\cite{a}, beech \\cite{b}, cedar \\cite{c}, fir \\cite{d}, pine \\cite{e}. [3] [4] [5] [6]";
    assert!(!document("", body).anomalies.iter().any(|anomaly| anomaly.kind == AnomalyKind::Truncated));
}

#[test]
fn lists_of_mnras_name_their_doi() {
    let list = "\\makeatletter\n\\def\\mn@doi{\\begingroup\\mn@urlcharsother \\@ifnextchar [ {\\mn@doi@}{\\mn@doi@[]}}\n\
        \\begin{thebibliography}{}\n\\makeatletter\n\\bibitem[\\protect\\citeauthoryear{Soltan}{Soltan}{1982}]{Soltan1982}\n\
        Soltan A.,  1982, \\mn@doi [\\nat] {10.1038/300728a0}, \\href{https://example.org/1982}{300, 728}\n\
        \\bibitem[\\protect\\citeauthoryear{Weil}{Weil}{1990}]{Weil1990}\nWeil B.,  1990, \\mn@doi {10.1000/x_y}, 3, 7\n\
        \\end{thebibliography}";
    let source = format!(
        "\\documentclass{{mnras}}\\begin{{document}}Masses \\citep{{Soltan1982,Weil1990}}.\n{list}\\end{{document}}"
    );
    let document = parsed(&source, &[]);
    let [soltan, weil] = document.references.as_slice() else { panic!("{:?}", document.references) };
    assert!(soltan.raw.ends_with("1982, Nature, 300, 728"), "{}", soltan.raw);
    assert_eq!(soltan.identifiers.doi.as_deref(), Some("10.1038/300728a0"));
    assert_eq!(soltan.volume.as_deref(), Some("300"));
    assert_eq!(weil.identifiers.doi.as_deref(), Some("10.1000/x_y"));
}

/// A ready list of these keys.
fn ready(keys: &[&str]) -> String {
    let entries: String =
        keys.iter().map(|key| format!("\\bibitem{{{key}}}\nA. Reader. On {key}. 2001.\n\n")).collect();
    format!("\\begin{{thebibliography}}{{9}}\n{entries}\\end{{thebibliography}}\n")
}

/// A bibliography of these keys.
fn bib(keys: &[&str]) -> String {
    keys.iter()
        .map(|key| format!("@book{{{key}, author={{Ann Reader}}, title={{On {key}}}, year=2001}}\n"))
        .collect()
}

fn ids(document: &Document) -> Vec<&str> {
    document.references.iter().map(|reference| reference.id.as_str()).collect()
}

#[test]
fn of_several_ready_lists_the_documents_own_is_read() {
    let main = "\\documentclass{article}\\begin{document}Oaks \\cite{oak}, elms \\cite{elm}.\\bibliography{refs}\\end{document}";
    let (both, oak, other) = (ready(&["oak", "elm"]), ready(&["oak"]), ready(&["knuth", "oak"]));
    let refs = bib(&["elm", "oak", "ash"]);
    let own = ["oak", "elm"];
    let sorted = ["elm", "oak"];
    let cases: [(Companions<'_>, &[&str]); 8] = [
        (&[("main.bbl", &both), ("template.bbl", &other), ("old/main.bbl", &oak)], &own),
        (&[("refs.bib", &refs), ("template.bbl", &other)], &sorted),
        (&[("refs.bib", &refs), ("template.bbl", &ready(&["a", "b"]))], &sorted),
        // An outdated list.
        (&[("refs.bib", &refs), ("main.bbl", &oak)], &sorted),
        (&[("refs.bib", &bib(&["oak"])), ("main.bbl", &both)], &own),
        (&[("ms.bbl", &both), ("supplement.bbl", &other)], &own),
        (&[("a.bbl", &oak), ("b.bbl", &ready(&["elm"])), ("c.bbl", &ready(&["ash"]))], &own),
        (&[("out/main.bbl", &both)], &own),
    ];
    for (companions, expected) in cases {
        let document = parsed(main, companions);
        let names: Vec<&str> = companions.iter().map(|(name, _)| *name).collect();
        assert_eq!(ids(&document), expected, "{names:?}");
        assert_eq!(cited(&document), ["oak", "elm"], "{names:?}");
        assert!(alarms(&document).is_empty(), "{names:?}: {:?}", document.anomalies);
    }
    let parts = "\\documentclass{article}\\usepackage{multibib}\\newcites{web}{Web}\\begin{document}Oaks \\cite{oak}, elms \\citeweb{elm}.\
        \\bibliography{refs}\\bibliographyweb{refs}\\end{document}";
    let document = parsed(parts, &[("main.bbl", &oak), ("web.bbl", &ready(&["elm"])), ("x.bbl", &other)]);
    assert_eq!(ids(&document), ["oak", "elm"]);
}

#[test]
fn only_files_that_are_missed_are_told() {
    let body = |preamble: &str, end: &str| {
        format!(
            "\\documentclass{{article}}{preamble}\\begin{{document}}Oaks \\cite{{oak}}.{end}\\end{{document}}"
        )
    };
    let refs = bib(&["oak"]);
    let given: &[(&str, &str)] = &[("refs.bib", &refs)];
    for source in [
        body("\\input{glyphtounicode}\\pdfgentounicode=1", "\\bibliography{refs}"),
        body("\\def\\bibref{refs}", "\\bibliography{\\bibref}"),
        body(
            "\\usepackage{biblatex}\\def\\bibref{refs.bib}\\addbibresource{\\bibref}",
            "\\printbibliography",
        ),
        body(
            "\\newcommand{\\folder}{sections}",
            "\\InputIfFileExists{\\folder/none}{x}{Elms.}\\bibliography{refs}",
        ),
        body("", "\\input{plot.pgf}\\input{b.pdf_tex}\\input{c.pstex_t}\\input{d.tikz}\\bibliography{refs}"),
    ] {
        let document = parsed(&source, given);
        assert_eq!(cited(&document), ["oak"], "{source}");
        assert!(alarms(&document).is_empty(), "{source}: {:?}", document.anomalies);
        let told =
            document.anomalies.iter().filter(|anomaly| anomaly.kind == AnomalyKind::MissingFile).count();
        assert!(told <= 1, "{source}: {:?}", document.anomalies);
    }
    let missed = parsed(&body("", "\\input{method}\\bibliography{refs}"), given);
    assert!(has(&missed, AnomalyKind::MissingFile));
    let parted = body("\\newcommand{\\folder}{sections}", "\\input{\\folder/elms}\\bibliography{refs}");
    let document = parsed(&parted, &[given[0], ("sections/elms.tex", "Elms \\cite{oak}.")]);
    assert_eq!(cited(&document), ["oak", "oak"]);
}

#[test]
fn lists_of_biber_need_no_other_file_and_keep_their_pages() {
    let bbl = "\\refsection{0}\\datalist[entry]{nty/global//global/global}\n\\entry{oak}{article}{}\n\\name{author}{1}{}{%\n\
        {{hash=1}{%\nfamily={Oak},\ngiven={Ann}}}%\n}\n\\field{journaltitle}{Trees}\n\\field{title}{On acorns}\n\\field{year}{2001}\n\
        \\field{pages}{615\\bibrangedash 621\\bibrangessep 630}\n\\endentry\n\\enddatalist";
    let main = "\\documentclass{article}\\usepackage{biblatex}\\addbibresource{refs.bib}\\begin{document}Oaks \\cite{oak}.\\printbibliography\\end{document}";
    let document = parsed(main, &[("main.bbl", bbl)]);
    assert_eq!(cited(&document), ["oak"]);
    assert!(alarms(&document).is_empty(), "{:?}", document.anomalies);
    assert!(document.references[0].raw.contains("615–621, 630"), "{}", document.references[0].raw);
}

#[test]
fn what_packages_bring_along_is_neither_missed_nor_an_alarm() {
    let package = "\\ProvidesPackage{trees}\\def\\x{\\y}\\def\\y{\\x}\\x\\input{trees.def}\\input{trees.cfg}";
    let source = format!(
        "\\documentclass{{article}}\\usepackage{{trees}}\\begin{{document}}Oaks \\cite{{oak}}.\n{LIST}\\end{{document}}"
    );
    let document = parsed(&source, &[("trees.sty", package)]);
    assert_eq!(cited(&document), ["oak"]);
    assert!(alarms(&document).is_empty(), "{:?}", document.anomalies);
}

#[test]
fn time_grows_with_the_source_alone() {
    let time = |count: usize| {
        let body = "Oaks \\cite{oak} [1] arr[2] \\verb|x| \\v \\begin{verbatim} ".repeat(count);
        let stopwatch = Stopwatch::start();
        let document = document("\\def\\v{\\begin{verbatim}}\\def\\w#1;{#1}", &body);
        assert!(document.references.len() <= 2);
        stopwatch.spent()
    };
    time(100);
    let (short, long) = (time(1_000), time(8_000));
    assert!(long < short * 40 + std::time::Duration::from_secs(2), "{short:?} {long:?}");
}

#[test]
fn programs_in_the_syntax_of_latex3_are_no_text() {
    let preamble =
        "\\ExplSyntaxOn\n\\NewDocumentCommand{\\tall}{m}{\n  \\tree_grow:n { #1 }\n\n}\n\\ExplSyntaxOff";
    let document = document(preamble, "Oaks are \\tall{old} trees \\cite{oak}, a_b.");
    assert!(text(&document).contains("Oaks are old trees [1], a_b."), "{}", text(&document));
}
