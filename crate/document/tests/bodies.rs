//! Works signed by organisations: cited by name, by acronym and by both.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::citation::Mapping;
use citelight_document::document::{Document, Input, parse};

const ENTRIES: &[&str] = &[
    "Abel, A. 2001. Rents in ports. Town Planning 1: 1–9.",
    "Baker, B. 2002. Rents in hills. Town Planning 1: 1–9.",
    "Cole, C. 2003. Rents in vales. Town Planning 1: 1–9.",
];

fn page(text: &str, entries: &[&str]) -> Document {
    let entries: String = ENTRIES.iter().chain(entries).map(|entry| format!("<p>{entry}</p>")).collect();
    let page = format!(
        "<html><body><article><h1>Gardens</h1><h2>Introduction</h2><p>Rents fall (Abel 2001; Baker 2002) and rise (Cole 2003). \
         {text}</p><h2>References</h2>{entries}</article></body></html>"
    );
    parse(Input::new(&page, "gardens.html")).expect("the page parses")
}

/// The words of each citation after the first two, with the positions of its entries among those given; `?` where none was
/// chosen.
fn cited(text: &str, entries: &[&str]) -> Vec<(String, String)> {
    let document = page(text, entries);
    document
        .citations
        .iter()
        .skip(2)
        .map(|citation| {
            let surface = document.blocks[citation.block].text[citation.range.clone()].to_owned();
            let mut found: Vec<String> = citation
                .references
                .iter()
                .map(|index| (*index as i64 + 1 - ENTRIES.len() as i64).to_string())
                .collect();
            if let Mapping::Ambiguous { candidates } = &citation.status {
                found.push(format!("?{}", candidates.len()));
            }
            (surface, if found.is_empty() { "none".to_owned() } else { found.join(" ") })
        })
        .collect()
}

fn assert_cited(text: &str, entries: &[&str], expected: &[(&str, &str)]) {
    let found = cited(text, entries);
    let expected: Vec<(String, String)> =
        expected.iter().map(|(surface, entries)| ((*surface).to_owned(), (*entries).to_owned())).collect();
    assert_eq!(found, expected, "{text} | {entries:?}");
}

/// Every way to write the body of an entry, each cited by acronym, name and both.
#[test]
fn name_and_acronym_find_the_entry() {
    for entry in [
        "World Health Organization (WHO). 2016. Green space and health. Copenhagen: WHO.",
        "World Health Organization [WHO]. 2016. Green space and health. Copenhagen: WHO.",
        "World Health Organization (WHO) (2016). Green space and health. Copenhagen: WHO.",
        "WHO (World Health Organization). 2016. Green space and health. Copenhagen: WHO.",
        "WHO [World Health Organization] (2016). Green space and health. Copenhagen: WHO.",
        "WHO – World Health Organization. 2016. Green space and health. Copenhagen: WHO.",
        "[WHO] World Health Organization. 2016. Green space and health. Copenhagen: WHO.",
        "World Health Organization. 2016. Green space and health. Copenhagen: WHO.",
        "WHO. 2016. Green space and health. Copenhagen: WHO.",
    ] {
        assert_cited(
            "Towns warm (WHO 2016). According to the WHO (2016), faster. So says the World Health Organization (WHO 2016). \
             Trees help (World Health Organization 2016). Parks, too (World Health Organization [WHO], 2016; Abel 2001). \
             Ponds as well (see WHO, 2016, p. 4), as the World Health Organization (2016) adds.",
            &[entry],
            &[
                ("(WHO 2016)", "1"),
                ("WHO (2016)", "1"),
                ("(WHO 2016)", "1"),
                ("(World Health Organization 2016)", "1"),
                ("(World Health Organization [WHO], 2016; Abel 2001)", "1 -2"),
                ("(see WHO, 2016, p. 4)", "1"),
                ("World Health Organization (2016)", "1"),
            ],
        );
    }
}

#[test]
fn bodies_of_every_kind_are_found() {
    let entries = [
        "Intergovernmental Panel on Climate Change [IPCC] (2014). Climate report. Geneva: IPCC.",
        "U.S. Environmental Protection Agency (U.S. EPA). 2014. Air quality. Washington: EPA.",
        "Organisation mondiale de la santé (OMS). (2011). La santé en ville. Genève: OMS.",
        "Instituto Nacional de Estadística (INE) (2019). Censo. Madrid: INE.",
        "ATLAS Collaboration. 2012. Observation of a new particle. Phys. Lett. B 716: 1–29.",
        "Ministry of Health, Labour and Welfare (MHLW). 2009. Survey of towns. Tokyo: MHLW.",
        "Bundesministerium für Gesundheit (BMG), 2012. Bericht. Berlin: BMG.",
        "FAO. 2015. The state of food. Rome: FAO.",
    ];
    for (text, expected) in [
        ("Heat rises (IPCC 2014; OMS, 2011).", ("(IPCC 2014; OMS, 2011)", "1 3")),
        ("Air is bad (U.S. EPA 2014).", ("(U.S. EPA 2014)", "2")),
        ("Air is bad (US EPA, 2014).", ("(US EPA, 2014)", "2")),
        ("Air is bad (EPA 2014).", ("(EPA 2014)", "2")),
        (
            "La santé (Organisation mondiale de la santé, 2011).",
            ("(Organisation mondiale de la santé, 2011)", "3"),
        ),
        ("Censo (INE, 2019).", ("(INE, 2019)", "4")),
        ("A particle (ATLAS Collaboration 2012).", ("(ATLAS Collaboration 2012)", "5")),
        ("Towns (MHLW 2009).", ("(MHLW 2009)", "6")),
        ("Der Bericht (BMG 2012).", ("(BMG 2012)", "7")),
        (
            "Food (Food and Agriculture Organization [FAO], 2015).",
            ("(Food and Agriculture Organization [FAO], 2015)", "8"),
        ),
    ] {
        assert_cited(text, &entries, &[expected]);
    }
}

/// Letters tell works of one year apart; without them, and where an acronym stands for two bodies, nothing is chosen.
#[test]
fn ambiguous_acronyms_stay_open() {
    let lettered = [
        "World Health Organization (WHO). 2016a. Green space and health. Copenhagen: WHO.",
        "World Health Organization (WHO). 2016b. Blue space and health. Copenhagen: WHO.",
    ];
    assert_cited("It is so (WHO 2016b).", &lettered, &[("(WHO 2016b)", "2")]);
    assert_cited("It is so (WHO 2016).", &lettered, &[("(WHO 2016)", "?2")]);
    let two = [
        "American Psychological Association (APA). 2016. Rules for towns. Washington: APA.",
        "American Planning Association (APA). 2016. Plans for towns. Washington: APA.",
    ];
    assert_cited("It is so (APA 2016).", &two, &[("(APA 2016)", "?2")]);
    assert_cited(
        "It is so (American Planning Association 2016).",
        &two,
        &[("(American Planning Association 2016)", "2")],
    );
}

/// The text alone says what the acronym stands for; "et al." stands behind no body that signs alone.
#[test]
fn the_text_defines_acronyms() {
    let alone = ["FAO. 2015. The state of food. Rome: FAO."];
    assert_cited(
        "The Food and Agriculture Organization (FAO) counts. It counts again (Food and Agriculture Organization 2015).",
        &alone,
        &[("(Food and Agriculture Organization 2015)", "1")],
    );
    let found = cited("Who says so (FAO et al. 2015)?", &alone);
    assert!(found.iter().all(|(_, entries)| entries == "none"), "{found:?}");
}

/// What a group cites is shown, even where the list has no entry for it; the rest of the group is found all the same.
#[test]
fn nothing_of_a_group_vanishes() {
    let entries = ["World Health Organization (WHO). 2016. Green space and health. Copenhagen: WHO."];
    for (text, expected) in [
        ("Towns warm (IPCC 2014; WHO, 2016).", [("IPCC 2014", "none"), ("WHO, 2016", "1")].as_slice()),
        ("Towns warm (WHO, 2016; IPCC 2014).", &[("WHO, 2016", "1"), ("IPCC 2014", "none")]),
        ("Towns warm (WHO 2016, IPCC 2014).", &[("WHO 2016", "1"), ("IPCC 2014", "none")]),
        (
            "Towns warm (Abel 2001; Dorn 2009, p. 4; Baker 2002).",
            &[("Abel 2001", "-2"), ("Dorn 2009", "none"), ("Baker 2002", "-1")],
        ),
        (
            "Towns warm (see Abel 2001; Ministry of Health and Welfare 2009).",
            &[("Abel 2001", "-2"), ("Ministry of Health and Welfare 2009", "none")],
        ),
        (
            "Towns warm (Intergovernmental Panel on Climate Change [IPCC], 2014; WHO 2016).",
            &[("Intergovernmental Panel on Climate Change [IPCC], 2014", "none"), ("WHO 2016", "1")],
        ),
        ("Towns warm (Dorn 2009, 2011; Abel 2001).", &[("Dorn 2009, 2011", "none"), ("Abel 2001", "-2")]),
        ("Towns warm (Elm and Fir 2009).", &[("(Elm and Fir 2009)", "none")]),
        ("Towns warm (WHO 2010).", &[("(WHO 2010)", "none")]),
        ("Towns warm (Baker 1999).", &[("(Baker 1999)", "none")]),
        (
            "Towns warm (World Meteorological Organization, 2010).",
            &[("(World Meteorological Organization, 2010)", "none")],
        ),
    ] {
        assert_cited(text, &entries, expected);
    }
}

/// Names with years that cite nothing.
#[test]
fn places_and_events_with_years_are_no_citations() {
    for text in [
        "They were held twice (London 2012; Rio 2016).",
        "It rained (May 2016).",
        "It was a game (Euro 2016) as in Windows (Vista 2007).",
        "They were planted (Abel 2001; in May 2016).",
        "They were planted (Abel 2001; data of 2016).",
        "They were planted (Abel 2001; Table 2016).",
        "They were planted (Abel 2001; after the Great Fire 1666 had ended).",
    ] {
        let found = cited(text, &[]);
        assert!(found.iter().all(|(_, entries)| entries != "none"), "{text}: {found:?}");
    }
}

/// An acronym in square brackets names the body whose entry prints it, labelled or not; what defines an acronym or explains
/// a quotation does not.
#[test]
fn acronyms_in_square_brackets_find_their_body() {
    for entry in [
        "World Health Organization (WHO). 2016. Green space and health. Copenhagen: WHO.",
        "World Health Organization [WHO] (2016). Green space and health. Copenhagen: WHO.",
        "WHO – World Health Organization. 2016. Green space and health. Copenhagen: WHO.",
        "WHO. 2016. Green space and health. Copenhagen: WHO.",
        "[WHO] World Health Organization. 2016. Green space and health. Copenhagen: WHO.",
    ] {
        assert_cited("Towns warm [WHO].", &[entry], &[("[WHO]", "1")]);
        assert_cited("Towns warm [WHO, p. 12].", &[entry], &[("[WHO, p. 12]", "1")]);
        for other in [
            "The World Health Organization [WHO] was asked.",
            "He said “they [WHO] will come”.",
            "Towns warm [SIC] and [W].",
        ] {
            let found = cited(other, &[entry]);
            assert!(found.is_empty(), "{entry} | {other}: {found:?}");
        }
    }
    let two = [
        "World Health Organization (WHO). 2016. Green space and health. Copenhagen: WHO.",
        "Food and Agriculture Organization of the United Nations (FAO). 2015. The state of food. Rome: FAO.",
    ];
    assert_cited("Towns warm [FAO; WHO].", &two, &[("[FAO; WHO]", "2 1")]);
    assert_cited("Towns warm [IPCC; WHO].", &two, &[("IPCC", "none"), ("WHO", "1")]);
    let twice = [two[0], "World Health Organization (WHO). 2018. Blue space and health. Copenhagen: WHO."];
    assert_cited("Towns warm [WHO].", &twice, &[("[WHO]", "?2")]);
}

#[test]
fn names_that_text_and_list_write_differently_are_the_same() {
    let usda = "Department of Grain-National Grain Statistics Service -DOG-NGSS (2017) Northern Plains Field Office. https://example.org.";
    assert_cited("Grain grows (DOG-NGSS, 2017).", &[usda], &[("(DOG-NGSS, 2017)", "1")]);
    // Figures of R print a minus for a hyphen.
    let double = "Sabido-Itza, M., & Medina-Quej, A. (2016). Sizes of fish. Caribbean Journal, 5, 3–9.";
    assert_cited(
        "They grew (Sabido−Itza et al., 2016). So did Sabido−Itza and Medina−Quej (2016).",
        &[double],
        &[("(Sabido−Itza et al., 2016)", "1"), ("Sabido−Itza and Medina−Quej (2016)", "1")],
    );
    // Accents that a conversion left beside their letters.
    let split = "Ro¨ mling, U., Fislage, R. & Tu¨ mmler, B. (1996). Mapping of bacterial genomes. Microbiology, 5, 165–195.";
    for name in ["Römling", "Rom\u{308}ling", "Ro¨mling"] {
        let surface = format!("({name} et al., 1996)");
        assert_cited(&format!("It is old {surface}."), &[split], &[(&surface, "1")]);
    }
}
