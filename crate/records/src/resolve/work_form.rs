//! What kind of work an entry is, by its type and its words, and whether the indexes could be expected to hold it.

use std::sync::LazyLock;

use citelight_document::citation::Reference;
use citelight_types::finding::{IndexGap, NotCheckable, WorkForm};
use regex::Regex;

use super::eligible::is_press;
use super::integrity::{BibEntry, ParsedEntry, VENUE_FIELDS, is_english, is_of_another_language, plain_text};
use super::venue::is_known_venue;

/// Articles from before this year, and papers of meetings from before the other one, are often missing unless they have a
/// DOI: publishers digitised the large journals (ours).
const FIRST_ARTICLES: i32 = 1950;
const FIRST_MEETINGS: i32 = 1990;

/// Fields whose words tell the kind of a work; the title is looked at apart.
const TELLING_FIELDS: [&str; 12] = [
    "howpublished",
    "note",
    "type",
    "number",
    "series",
    "publisher",
    "institution",
    "organization",
    "school",
    "version",
    "addendum",
    "titleaddon",
];

/// Names of standards, with the number that follows them.
const STANDARD: &str = r"\b(?:RFC[ -]?\d{3,5}|Request for Comments|(?:ISO|IEC)(?:/[A-Z]{2,4})*[ -]\d{2,6}|IEEE Std|ANSI[/ ][A-Z]*|ANSI/NISO|NISO Z|ECMA-\d|FIPS(?: PUB)? \d|Federal Information Processing Standards?|W3C (?:Recommendation|Working Draft|Note)|ITU-[TR]\b|(?:BS |DIN |NF |ÖNORM )?EN(?: ISO)? \d{3,}|DIN \d{3,}|ASTM [A-Z]\d|GB/?T? ?\d{3,}|JIS [A-Z] ?\d{3,}|UNE-|MSZ |3GPP TS|OASIS Standard|Internet[- ]Draft)|ГОСТ|国家标准|中国标准出版社";
/// What statutes, treaties and decisions are called, and where they are published.
const LAW: &str = r"(?i)(?:^|\W)(?:Boletín Oficial|Magyar Közlöny|Official Journal of the European|Bundesgesetzblatt|BGBl|BVerfGE|BGHZ|Federal Register|Statutes at Large|U\.? ?S\.? ?C(?:ode|\.)|Diario Oficial|Diário Oficial|Journal officiel|Gazzetta Ufficiale|Dziennik Ustaw|Resmî Gazete|Pub(?:lic|\.)? L(?:aw|\.)(?: No\.)? \d|(?-i:(?:ICJ|PCIJ) Rep|UNTS\b|LNTS\b|EHRR\b|\[\d{4}\] (?:UKHL|UKSC|EWHC|EWCA|AC)\b)|törvény|kormányrendelet|кодекс|федеральный закон|конституция)";
/// How titles of statutes begin.
const LAW_TITLE: &str = r"(?i)^(?:(?:the )?constitution of |(?:council |commission )?(?:regulation|directive|decision) \((?:EU|EC|EEC)|council (?:directive|regulation|decision) |directive \d|ley(?: orgánica)? \d|real decreto|loi n|décret n|\d{4}\. évi |gesetz (?:über|zur|gegen)|treaty |convention (?:for|on|relating|concerning) |bürgerliches gesetzbuch|code civil|código civil)|(?:憲法|宪法|民法典)$";
/// `Brown v. Board of Education`
const CASE: &str = r"^(?:Case \S+ )?\p{Lu}[\p{L}.,'’& -]{1,60} v\.? (?:the )?\p{Lu}";
const THESIS: &str = r"(?i)\b(?:ph\.? ?d\.?|m\.? ?sc\.?|dphil|master(?:'|’)?s|doctoral|diploma|bachelor(?:'|’)?s|habilitation) (?:thesis|dissertation)|\bdissertation\b|\b(?:tesis (?:doctoral|de)|thèse de|diplomarbeit|habilitationsschrift)|学位论文|博士论文|硕士论文|диссертаци";
const REPORT: &str = r"(?i)\b(?:tech(?:nical|\.)? (?:report|rep\.|memo(?:randum)?)|research report|internal report|working paper|discussion paper|white paper|policy brief|law com(?:mission)? (?:cp )?no|Cm(?:nd|d)? \d{3,})\b";
const SOFTWARE: &str = r"(?i)\b(?:software|computer program(?:me)?|source code|(?:R|python|julia|npm) package|github|gitlab|bitbucket|pypi|cran|version \d+(?:\.\d+)*\b)|CRAN\.R-project";
const DATASET: &str = r"(?i)\b(?:data ?sets?|data ?base|dataverse|dryad|pangaea|UCI machine learning repository|protein data bank|data repository)\b";
const NEWSPAPER: &str = r"(?:日报|晚报|晨报|青年报|科技报|新闻)|(?i)\bscientific american\b";
const WEB: &str = r"(?i)\b(?:blog|weblog|blog post|web ?site|web ?page|accessed|retrieved|available (?:at|from|online))\b|https?://|www\.";
/// The release that a title names: `Statistics for Windows, Version 27.0`.
const RELEASE: &str = r"(?i)\bversion:? \d+(?:\.\d|\W*$)";
const MEETING: &str = r"(?i)\b(?:symposium|conference|congress|workshop|proc(?:eedings|\.))";
const PATENT: &str = r"(?i)\bpatent\b|专利";

/// A pattern; none only if it is malformed, which the tests rule out.
type Pattern = LazyLock<Option<Regex>>;

static STANDARDS: Pattern = LazyLock::new(|| Regex::new(STANDARD).ok());
static LAWS: Pattern = LazyLock::new(|| Regex::new(LAW).ok());
static LAW_TITLES: Pattern = LazyLock::new(|| Regex::new(LAW_TITLE).ok());
static CASES: Pattern = LazyLock::new(|| Regex::new(CASE).ok());
static THESES: Pattern = LazyLock::new(|| Regex::new(THESIS).ok());
static REPORTS: Pattern = LazyLock::new(|| Regex::new(REPORT).ok());
static PROGRAMS: Pattern = LazyLock::new(|| Regex::new(SOFTWARE).ok());
static DATASETS: Pattern = LazyLock::new(|| Regex::new(DATASET).ok());
static NEWSPAPERS: Pattern = LazyLock::new(|| Regex::new(NEWSPAPER).ok());
static PAGES: Pattern = LazyLock::new(|| Regex::new(WEB).ok());
static RELEASES: Pattern = LazyLock::new(|| Regex::new(RELEASE).ok());
static MEETINGS: Pattern = LazyLock::new(|| Regex::new(MEETING).ok());
static PATENTS: Pattern = LazyLock::new(|| Regex::new(PATENT).ok());

fn says(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// What is known of an entry that tells its kind.
struct Told<'a> {
    /// The kind that its type or its markup names.
    named: Option<WorkForm>,
    title: &'a str,
    /// How the entry begins: with its title, where it names nobody.
    start: &'a str,
    venue: &'a str,
    /// Other words, without title and venue.
    words: &'a str,
    has_address: bool,
    has_isbn: bool,
}

impl Told<'_> {
    /// The kind: a name other than that of a paper is believed; a journal may be a gazette, a standard's number, a newspaper.
    fn form(&self) -> Option<WorkForm> {
        let Told { named, title, start, venue, words, .. } = *self;
        let is_named = |form| named == Some(form);
        if named.is_some_and(|form| {
            !matches!(form, WorkForm::Paper | WorkForm::Book | WorkForm::Report | WorkForm::WebPage)
        }) {
            return named;
        }
        // A remark on a paper says where its code is, a title what it is about.
        let words = if is_named(WorkForm::Paper) { "" } else { words };
        let alone = if venue.is_empty() { title } else { "" };
        if says(&STANDARDS, venue) || says(&STANDARDS, words) || says(&STANDARDS, alone) {
            return Some(WorkForm::Standard);
        }
        let is_law = says(&LAWS, venue) || says(&LAW_TITLES, title) || says(&LAWS, alone);
        if is_law || says(&LAW_TITLES, start) {
            return Some(WorkForm::Law);
        }
        if !is_named(WorkForm::Paper) && named.is_some() {
            return named;
        }
        if says(&THESES, venue) || says(&THESES, words) {
            return Some(WorkForm::Thesis);
        }
        if says(&REPORTS, venue) || says(&REPORTS, words) {
            return Some(WorkForm::Report);
        }
        if says(&PATENTS, words) {
            return Some(WorkForm::Patent);
        }
        if says(&PROGRAMS, venue) || says(&PROGRAMS, words) || says(&RELEASES, title) {
            return Some(WorkForm::Software);
        }
        if says(&PAGES, venue) {
            return Some(WorkForm::WebPage);
        }
        if is_press(venue) || says(&NEWSPAPERS, venue) {
            return Some(WorkForm::Press);
        }
        if is_named(WorkForm::Paper) {
            return named;
        }
        if self.has_isbn {
            return Some(WorkForm::Book);
        }
        if says(&CASES, alone) {
            return Some(WorkForm::Law);
        }
        if says(&DATASETS, words) || says(&DATASETS, alone) {
            return Some(WorkForm::Dataset);
        }
        if venue.is_empty() && (says(&PAGES, words) || self.has_address) {
            return Some(WorkForm::WebPage);
        }
        None
    }

    /// Whether the paper is in a language whose papers the indexes lack: by its title, unless its venue is known or English.
    fn is_of_another_language(&self) -> bool {
        let Told { title, venue, .. } = *self;
        if is_of_another_language(venue) {
            return !is_known_venue(venue);
        }
        is_of_another_language(title) && !is_english(venue) && !is_known_venue(venue)
    }
}

/// The kind of work that an entry is of; none where nothing tells.
pub(crate) fn form_of_entry(entry: &BibEntry) -> Option<WorkForm> {
    let fields = EntryText::of(entry);
    fields.told(entry).form()
}

/// The texts of an entry, in one place for [`Told`].
struct EntryText {
    title: String,
    venue: String,
    words: String,
}

impl EntryText {
    fn of(entry: &BibEntry) -> Self {
        let [periodicals @ .., _] = VENUE_FIELDS;
        let words: Vec<String> =
            TELLING_FIELDS.iter().filter_map(|name| entry.field(name)).map(plain_text).collect();
        Self {
            title: entry.field("title").map(plain_text).unwrap_or_default(),
            venue: entry.first(&periodicals).map(plain_text).unwrap_or_default(),
            words: words.join(" ; "),
        }
    }

    fn told(&self, entry: &BibEntry) -> Told<'_> {
        Told {
            named: WorkForm::of_name(&entry.kind),
            title: &self.title,
            start: &self.title,
            venue: &self.venue,
            words: &self.words,
            has_address: entry.field("url").is_some(),
            has_isbn: entry.field("isbn").is_some(),
        }
    }
}

/// Why it says nothing that no index has an entry; none where their silence counts. A DOI or an arXiv identifier is looked up
/// where it was registered: whatever the work, it is found by it.
pub(crate) fn why_not_checkable(entry: &BibEntry, claim: &ParsedEntry) -> Option<NotCheckable> {
    if claim.identifiers.doi.is_some() || claim.identifiers.arxiv.is_some() {
        return None;
    }
    let text = EntryText::of(entry);
    let told = text.told(entry);
    let is_meeting = matches!(entry.kind.as_str(), "inproceedings" | "conference");
    gap(&told, claim.year, is_meeting).or_else(|| {
        // `misc` and the like may be anything.
        let form = WorkForm::Other;
        let is_open = told.named.is_none() && !entry.kind.is_empty();
        is_open.then_some(NotCheckable { form, gap: IndexGap::Kind })
    })
}

/// The same of a reference.
pub(crate) fn why_reference_is_not_checkable(reference: &Reference) -> Option<NotCheckable> {
    if reference.identifiers.doi.is_some() || reference.identifiers.arxiv.is_some() {
        return None;
    }
    let words = other_words(reference);
    let told = told_of_reference(reference, &words);
    let is_meeting = says(&MEETINGS, told.venue);
    gap(&told, reference.year, is_meeting)
        .or_else(|| reference.is_grey.then_some(NotCheckable { form: WorkForm::Other, gap: IndexGap::Kind }))
}

/// The kind of work that a reference is of; none where nothing tells.
pub(super) fn form_of_reference(reference: &Reference) -> Option<WorkForm> {
    told_of_reference(reference, &other_words(reference)).form()
}

/// The words of an entry without its title and its venue.
fn other_words(reference: &Reference) -> String {
    let title = reference.title.as_deref().unwrap_or_default();
    let venue = reference.venue.as_deref().unwrap_or_default();
    reference.raw.replacen(title, " ", 1).replacen(venue, " ", 1)
}

fn told_of_reference<'a>(reference: &'a Reference, words: &'a str) -> Told<'a> {
    Told {
        named: reference.form,
        title: reference.title.as_deref().unwrap_or_default(),
        start: &reference.raw,
        venue: reference.venue.as_deref().unwrap_or_default(),
        words,
        has_address: reference.identifiers.url.is_some(),
        has_isbn: reference.identifiers.isbn.is_some(),
    }
}

fn gap(told: &Told<'_>, year: Option<i32>, is_meeting: bool) -> Option<NotCheckable> {
    match told.form() {
        Some(form) if form != WorkForm::Paper => return Some(NotCheckable { form, gap: IndexGap::Kind }),
        _ => {}
    }
    // What names neither its kind nor a place where it appeared may be anything.
    if told.named.is_none() && told.venue.is_empty() {
        return None;
    }
    let form = WorkForm::Paper;
    if told.is_of_another_language() {
        return Some(NotCheckable { form, gap: IndexGap::Language });
    }
    let first = if is_meeting { FIRST_MEETINGS } else { FIRST_ARTICLES };
    year.is_some_and(|year| year < first).then_some(NotCheckable { form, gap: IndexGap::Age })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve::corrections::read_bibtex;
    use citelight_document::citation::string::parse_reference;

    fn of(bibtex: &str) -> Option<(WorkForm, IndexGap)> {
        let entry = read_bibtex(bibtex).remove(0).entry;
        why_not_checkable(&entry, &ParsedEntry::of(&entry)).map(|why| (why.form, why.gap))
    }

    #[test]
    fn kinds_are_told_by_type_and_by_words() {
        for (bibtex, form) in [
            ("@book{a, title={A}, author={B C}, year={2001}}", WorkForm::Book),
            ("@codefragment{a, title={A}, year={2001}}", WorkForm::Software),
            ("@archive{a, title={A}, year={2001}}", WorkForm::Other),
            (
                "@article{a, title={Transmission Control Protocol}, journal={RFC 793}, year={1981}}",
                WorkForm::Standard,
            ),
            ("@article{a, title={Rules}, journal={IEEE Std 754-2019}, year={2019}}", WorkForm::Standard),
            ("@misc{a, title={MSZ EN ISO 9001:2015 Követelmények}, year={2015}}", WorkForm::Standard),
            (
                "@article{a, title={Ley 3/2018}, journal={Boletín Oficial del Estado}, year={2018}}",
                WorkForm::Law,
            ),
            ("@misc{a, title={Council Directive 2002/60/EC on swine fever}, year={2002}}", WorkForm::Law),
            ("@misc{a, title={Brown v. Board of Education}, year={1954}}", WorkForm::Law),
            ("@article{a, title={Semifields}, journal={PhD thesis, Caltech}, year={1963}}", WorkForm::Thesis),
            (
                "@article{a, title={Macro}, journal={NBER Working Paper No. 838}, year={1982}}",
                WorkForm::Report,
            ),
            (
                "@article{a, title={Graphics}, journal={R package version 3.4.2}, year={2023}}",
                WorkForm::Software,
            ),
            ("@article{a, title={Vicuna}, journal={https://lmsys.org/blog}, year={2023}}", WorkForm::WebPage),
            ("@article{a, title={Aliens}, journal={The Washington Post}, year={2017}}", WorkForm::Press),
            ("@article{a, title={访周济}, journal={人民日报}, year={2013}}", WorkForm::Press),
            ("@misc{a, title={Handwritten digits}, note={Data set}, year={1998}}", WorkForm::Dataset),
            ("@misc{a, title={Letter to the bishop}, year={1830}}", WorkForm::Other),
        ] {
            assert_eq!(of(bibtex), Some((form, IndexGap::Kind)), "{bibtex}");
        }
    }

    #[test]
    fn papers_of_journals_are_checkable() {
        for bibtex in [
            "@article{a, title={On the Standard Model}, journal={Physical Review D}, year={2001}}",
            "@article{a, title={Regulation of genes}, journal={Journal of Law and Biology}, year={2001}}",
            "@inproceedings{a, title={Learning to rank}, booktitle={NeurIPS}, year={2020}}",
            "@inproceedings{a, title={De novo design with naïve priors}, booktitle={Proceedings of ICML}, year={2020}}",
            "@article{a, title={ISO 9001 certification and performance}, journal={Journal of Operations}, year={2001}}",
            "@article{a, title={A data set of owls}, journal={Scientific Data}, note={Code on GitHub}, year={2020}}",
            "@article{a, title={Erdős–Rényi graphs}, journal={Annals of Probability}, year={1999}}",
            "@book{a, title={A}, doi={10.1000/1}, year={2001}}",
            "@misc{a, title={A}, eprint={2001.00001}, archiveprefix={arXiv}, year={2020}}",
        ] {
            assert_eq!(of(bibtex), None, "{bibtex}");
        }
    }

    #[test]
    fn papers_of_other_languages_and_times_are_not() {
        for (bibtex, gap) in [
            ("@article{a, title={韩国图书馆法}, journal={图书情报工作}, year={2008}}", IndexGap::Language),
            (
                "@article{a, title={Gráfok és mátrixok}, journal={Matematikai és Fizikai Lapok}, year={1971}}",
                IndexGap::Language,
            ),
            (
                "@article{a, title={Estructura de los centros nerviosos}, journal={Revista Trimestral de Histología}, year={1988}}",
                IndexGap::Language,
            ),
            (
                "@article{a, title={О перемещении масс}, journal={Доклады АН СССР}, year={1942}}",
                IndexGap::Language,
            ),
            (
                "@article{a, title={On the motion of small particles}, journal={Annals of Physics}, year={1905}}",
                IndexGap::Age,
            ),
            (
                "@inproceedings{a, title={Advances in holography}, booktitle={Symposium on Mechanics}, year={1971}}",
                IndexGap::Age,
            ),
        ] {
            assert_eq!(of(bibtex), Some((WorkForm::Paper, gap)), "{bibtex}");
        }
    }

    #[test]
    fn references_of_printed_lists_tell_their_kind_too() {
        let of = |raw: &str| why_reference_is_not_checkable(&parse_reference(raw)).map(|why| why.form);
        assert_eq!(
            of(
                "Law Commission (1991). Privity of Contract: Contracts for the Benefit of Third Parties. Law Com CP No 121."
            ),
            Some(WorkForm::Report)
        );
        assert_eq!(
            of(
                "Lee A, Ode B. Sleep and the memory of rats in winter. Journal of Sleep Research. 2012;3(2):12-19."
            ),
            None
        );
    }

    #[test]
    fn an_address_makes_no_page_of_an_article() {
        let raw = "Lee A, Ode B. Sleep and the memory of rats in winter. Journal of Sleep Research. 2012;3(2):12-19. https://example.org/a";
        assert_eq!(why_reference_is_not_checkable(&parse_reference(raw)), None);
    }

    #[test]
    fn patterns_are_well_formed() {
        for pattern in [
            &STANDARDS,
            &RELEASES,
            &MEETINGS,
            &LAWS,
            &LAW_TITLES,
            &CASES,
            &THESES,
            &REPORTS,
            &PROGRAMS,
            &DATASETS,
            &NEWSPAPERS,
            &PAGES,
            &PATENTS,
        ] {
            assert!(pattern.is_some());
        }
    }
}
