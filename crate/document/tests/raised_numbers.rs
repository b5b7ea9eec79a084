//! Powers, isotopes and orbitals in articles that cite by raised numbers.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::document::{AnomalyKind, Document, Input, parse};

fn page(sentence: &str) -> Document {
    let entries: String = (1..=10)
        .map(|n| format!("<li>Hale, C. &amp; Roos, D. Paper number {n} on foams. Nature Foam {n}, {n}01–{n}10 ({}).</li>", 2000 + n))
        .collect();
    let page = format!(
        "<html><body><article><h1>Foams</h1><h2>Introduction</h2><p>Slag has been foamed for decades.<sup>1,2</sup> Pores appear \
         above 900 K,<sup>3</sup> and the density falls.<sup>4</sup> Walls are thin.<sup>5–7</sup> {sentence}</p><p>Samples were \
         kept for a week and weighed each day until nothing changed any more.<sup>8–10</sup></p><h2>References</h2>\
         <ol>{entries}</ol></article></body></html>"
    );
    parse(Input::new(&page, "foams.html")).expect("the page parses")
}

/// The citations of the sentence under test, as shown.
fn shown(document: &Document) -> Vec<String> {
    let all: Vec<String> = document
        .citations
        .iter()
        .map(|own| document.blocks[own.block].text[own.range.clone()].to_owned())
        .collect();
    all[4..all.len() - 1].to_vec()
}

#[test]
fn notation_is_never_a_citation() {
    for (sentence, expected) in [
        ("Signals of <sup>13</sup>C agreed with theory.", &[][..]),
        ("<sup>13</sup>C signals agreed with theory.", &[]),
        ("Heat helps.<sup>8</sup> <sup>13</sup>C signals agreed.", &["8"]),
        ("Signals of <sup>13</sup>C.<sup>9</sup> Heat helps.", &["9"]),
        ("The <sup>1</sup>H and <sup>99m</sup>Tc signals, and δ<sup>18</sup>O, fell.<sup>2</sup>", &["2"]),
        ("The nuclide <sup>14</sup><sub>6</sub>C decays; <sub>92</sub><sup>238</sup>U does, too.", &[]),
        ("The energy is E = mc<sup>2</sup> here.", &[]),
        ("An area of 5 m<sup>2</sup>, <sup>3</sup> and a force in W m<sup>−2</sup>.", &["3"]),
        ("Linkage was weak (LD <i>r</i> <sup>2</sup>=0.0025; <i>I</i> <sup>2</sup> = 75%).", &[]),
        ("We found r<sup>2</sup> = 0.9, R<sup>2</sup> and χ<sup>2</sup> in 10<sup>5</sup> cells.", &[]),
        (
            "The 3d<sup>10</sup> shell, 1s<sup>2</sup>2s<sup>2</sup>2p<sup>6</sup> and t<sub>2g</sub><sup>6</sup> are full.<sup>6</sup>",
            &["6"],
        ),
        ("Carbon is sp<sup>2</sup> or sp<sup>3</sup> hybridised.", &[]),
        (
            "Ions of Ca<sup>2+</sup>, Fe<sup>3</sup><sup>+</sup> and SO<sub>4</sub><sup>2−</sup> were there.<sup>5</sup>",
            &["5"],
        ),
        ("It froze in H<sub>2</sub>O.<sup>5</sup> It melted in CO<sub>2</sub>.<sup>3</sup>", &["5", "3"]),
        ("On the 1<sup>st</sup> day the ³P₀ state of ¹³C and 5 cm² fell.", &[]),
        ("The rate of <sup>12</sup>C(α,γ)<sup>16</sup>O fell.<sup>7</sup>", &["7"]),
        (
            "The <sup>13</sup> C and <sup> 15</sup>N nuclei fell, as on S<sup>2</sup> and in ℝ<sup>3</sup>.",
            &[],
        ),
        (
            "Spectra of <sup>13</sup>C<sup>5</sup> and <sup>1</sup>H–<sup>15</sup>N HSQC<sup>6</sup> fell.",
            &["5", "6"],
        ),
        ("A vitamin B<sup>3</sup> assay and hepatitis B<sup>4</sup> tests fell.", &["3", "4"]),
        (
            "Patients got <sup>18</sup>F-FDG, [<sup>11</sup>C]PIB and <sup>177</sup>Lu-PSMA.<sup>9</sup>",
            &["9"],
        ),
        (
            "The <sup>2</sup>D<sub>5/2</sub> level of <sup>40</sup>Ca<sup>+</sup> and <sup>19</sup>F, <sup>2</sup>J = 5 Hz, fell.",
            &[],
        ),
        ("One half, <sup>1</sup>/<sub>2</sub>, of the walls<sup>a</sup> fell.<sup>*</sup>", &[]),
    ] {
        let document = page(sentence);
        assert_eq!(shown(&document), expected, "{sentence}");
        let accused: Vec<_> = document
            .anomalies
            .iter()
            .filter(|own| {
                matches!(
                    own.kind,
                    AnomalyKind::UnmatchedCitation | AnomalyKind::UncitedReference | AnomalyKind::NumberGap
                )
            })
            .collect();
        assert!(accused.is_empty(), "{sentence}: {accused:?}");
    }
}

/// Marks of notes beside citations in brackets, the notes being paragraphs like others.
#[test]
fn raised_numbers_with_notes_are_no_citations_beside_brackets() {
    let entries: String = (1..=3)
        .map(|n| format!("<li id=\"b{n}\">Hale, C. (201{n}). Paper {n} on foams. Foam {n}, 1–10.</li>"))
        .collect();
    let page = |text: &str, links: bool| {
        let cite = |n: usize| if links { format!("[<a href=\"#b{n}\">{n}</a>]") } else { format!("[{n}]") };
        let text = ["{1}", "{2}", "{3}"]
            .iter()
            .zip(1..)
            .fold(text.to_owned(), |text, (from, n)| text.replace(from, &cite(n)));
        let page = format!(
            "<html><body><article><h1>Foams</h1><h2>Introduction</h2>{text}<h2>References</h2><ol>{entries}</ol></article></body></html>"
        );
        parse(Input::new(&page, "foams.html")).expect("the page parses")
    };
    let shown = |document: &Document| -> Vec<String> {
        let shown = |own: &citelight_document::citation::Citation| {
            document.blocks[own.block].text[own.range.clone()].to_owned()
        };
        document.citations.iter().map(shown).collect()
    };
    let noted = "<p>Lists of the community<sup>1</sup> and of groups<sup>2</sup> say so. There are others {1}. The \
        tool<sup>3</sup> is told of {2}, with all its parts {3}, by people<sup>4</sup> who know.</p>\
        <p><sup>1</sup> https://lists.example.org/2014/0058.html</p><p><sup>2</sup> https://example.org/community</p>\
        <p><sup>3</sup> https://example.org/tool <sup>4</sup> Of the town of Leeds.</p>";
    for links in [true, false] {
        assert_eq!(shown(&page(noted, links)), ["[1]", "[2]", "[3]"], "links: {links}");
    }
    // Citations by raised numbers beside marks of affiliations, and numbers of equations in brackets.
    let raised = "<p>C. Hale<sup>1</sup> and D. Roos<sup>2</sup></p><p><sup>1</sup> University of Leeds</p>\
        <p><sup>2</sup> University of York</p><p>Slag was foamed.<sup>1,2</sup> Pores appear.<sup>3</sup> The \
        density falls,<sup>1</sup> and so does the mass<sup>2,3</sup> by what is said in [1].</p>";
    assert!(shown(&page(raised, false)).iter().any(|own| own == "1,2"));
}
