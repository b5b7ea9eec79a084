//! What words say of a reference list: headings over it, years in its entries, names of the elements that hold it.

use std::sync::LazyLock;

use regex::Regex;

use crate::citation::bare::is_bare;
use crate::markup::tree::{NodeId, Tree};

/// Words in a class, id or role that name a reference list.
const LIST_WORDS: &[&str] = &[
    "references",
    "reference",
    "reflist",
    "ref",
    "refs",
    "bibliography",
    "biblist",
    "biblio",
    "bib",
    "citations",
    "citation",
    "cit",
    "literature",
    "reflinks",
    "splitview",
];

/// Headings over reference lists, in the languages that scholars write in.
static HEADING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let english = "(?:(?:selected|cited|key|general|bibliographic(?:al)?) )?references?(?: and notes| and (?:further|recommended|suggested|additional) reading| cited| list)?|list of references|(?:literature|works) cited|cited literature|notes and references";
    // A second list says what it is of.
    let second = "(?:additional|(?:non-)?normative|informative|supplement(?:al|ary)?|supporting(?: information)?|online(?:[- ]only)?|methods?|appendix|extended data|further|main(?: text)?|chapter|section|box|reply|response|other) references?|references? (?:for|to|in|of|cited in) (?:the )?(?:main text|online methods|methods?|supplement\\w*(?: \\w+)?|appendi\\w+|reply|section \\w+|chapter \\w+)|(?:further|additional|recommended|suggested) reading";
    let further = "bibliograph(?:y|ie|ies)|literature|(?:quellen-? und )?literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|références(?: bibliographiques)?|referencias(?: bibliográficas)?|obras citadas|referências(?: bibliográficas)?|bibliograf[ií]a|riferimenti(?: bibliografici)?|literatuur(?:lijst)?|litteratur(?:förteckning|liste)?|referenser|källor|kaynakça|kaynaklar|литература|библиография|список (?:использованн(?:ой|ых) )?(?:литературы|источников)|(?:主要)?(?:参考|參考|引用)?(?:文献|文獻|书目|書目)|참고 ?문헌";
    Regex::new(&format!(r"(?i)^[\d.\sIVX]*(?:{english}|{second}|{further})[\s:：.\[\]a-z]{{0,12}}$")).ok()
});

/// Letters of a heading.
const LONGEST_HEADING: usize = 60;

/// A year, as entries have one.
static YEAR: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|\D)(?:1[6-9]|20)\d\d(?:\D|$)|(?i:in press|forthcoming|n\.d\.)").ok());

/// Headings that say so alone and nothing else with them: “Sources of error” is no list. In the languages that journals appear in.
const WHOLE: &[&str] = &[
    "sources",
    "sources cited",
    "cited sources",
    "works consulted",
    "zitierte literatur",
    "verwendete literatur",
    "weiterführende literatur",
    "références citées",
    "ouvrages cités",
    "bibliographie sélective",
    "fuentes",
    "fuentes consultadas",
    "fonti",
    "opere citate",
    "bibliografie",
    "bronnen",
    "bronnenlijst",
    "geraadpleegde literatuur",
    "piśmiennictwo",
    "źródła",
    "wykaz literatury",
    "seznam literatury",
    "seznam použité literatury",
    "použitá literatura",
    "zoznam literatúry",
    "zoznam použitej literatúry",
    "irodalom",
    "irodalomjegyzék",
    "felhasznált irodalom",
    "hivatkozott irodalom",
    "hivatkozások",
    "referințe",
    "referinţe",
    "referințe bibliografice",
    "kirjallisuus",
    "kirjallisuusluettelo",
    "lähteet",
    "lähdeluettelo",
    "viited",
    "kirjandus",
    "kasutatud kirjandus",
    "kilder",
    "kildeliste",
    "referanser",
    "heimildir",
    "heimildaskrá",
    "viri",
    "viri in literatura",
    "izvori",
    "popis literature",
    "bibliografija",
    "literatūra",
    "literatūros sąrašas",
    "βιβλιογραφία",
    "βιβλιογραφικές αναφορές",
    "αναφορές",
    "использованная литература",
    "использованные источники",
    "библиографический список",
    "література",
    "список літератури",
    "список використаних джерел",
    "списък на литературата",
    "използвана литература",
    "daftar pustaka",
    "daftar rujukan",
    "daftar referensi",
    "referensi",
    "rujukan",
    "bibliografi",
    "marejeo",
    "tài liệu tham khảo",
    "เอกสารอ้างอิง",
    "บรรณานุกรม",
    "รายการอ้างอิง",
    "المراجع",
    "المصادر والمراجع",
    "قائمة المراجع",
    "منابع",
    "فهرست منابع",
    "מקורות",
    "ביבליוגרפיה",
    "רשימת מקורות",
    "संदर्भ",
    "संदर्भ सूची",
];

/// What sections are called that tell of works: `Literature review`.
const TELLING: &[&str] =
    &["review", "reviews", "reviewed", "survey", "surveys", "search", "searches", "overview"];

/// `Khan and Lodhi (2014) studied`, `Ehinomen et al. (2012) examined`: names without initials, and a sentence that goes on.
static PROSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"\p{Lu}[\p{L}’'-]+";
    let names = format!(r"{name}(?:,? (?:and|&|und|et|y|e|van|von|de|der|{name}))*(?:,? et al\.?)?");
    Regex::new(&format!(r"^{names} \((?:1[6-9]|20)\d\d[a-z]?\),? \p{{Ll}}{{2,}}")).ok()
});

/// What stands behind a reference list: history, licence and authors of the article, and how it is cited itself.
static BEHIND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let heading = "(?:(?:editorial|article|publication) history|(?:contributor|author)s?[’']?s? (?:notes?|bio(?:graph(?:y|ies)|s)?|information|details)|(?:about|notes? on) the (?:contributor|author)s?)[.:]?$";
    let history = "(?:received|submitted|eingereicht|eingegangen|reçu|recibido|recebido)[: ].{0,40}(?:19|20)\\d\\d.{0,20}(?:accepted|revised|published|angenommen|accepté|aceptado|aceito)";
    let rights = "(?:copyright )?(?:©|\\(c\\)) ?(?:19|20)\\d\\d|copyright ©|th(?:is|e) (?:paper|article|work|essay|text) is (?:licensed|published|distributed|made available) under";
    let own = "(?:how )?to cite this (?:article|paper|essay|work)|(?:please )?cite this (?:article|paper|essay|work) as|zitiervorschlag|empfohlene zitierweise|pour citer (?:cet article|ce document)|para citar este|c[óo]mo citar";
    Regex::new(&format!("(?i)^(?:{heading}|{history}|{rights}|{own})")).ok()
});

/// Whether a text stands behind a reference list and is no entry of it.
pub(crate) fn ends_list(text: &str) -> bool {
    BEHIND.as_ref().is_some_and(|behind| behind.is_match(text.trim_start()))
}

/// Whether a text is a heading over a reference list.
pub(crate) fn is_heading(text: &str) -> bool {
    let telling = || {
        let last = text.trim_end_matches(|c: char| !c.is_alphabetic()).rsplit(char::is_whitespace).next();
        last.is_some_and(|last| TELLING.contains(&last.to_lowercase().as_str()))
    };
    // `References¶`: a sign that links to the heading.
    let text = text.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '[' | ']'));
    let is_whole = || {
        let words =
            text.trim_start_matches(|c: char| c.is_numeric() || matches!(c, '.' | ' ')).to_lowercase();
        WHOLE.contains(&words.as_str())
    };
    let says = || HEADING.as_ref().is_some_and(|heading| heading.is_match(text)) && !telling();
    text.len() < 4 * LONGEST_HEADING && text.chars().count() < LONGEST_HEADING && (says() || is_whole())
}

/// Whether a text tells of a work in a sentence, as no entry does.
pub(crate) fn is_prose(text: &str) -> bool {
    PROSE.as_ref().is_some_and(|prose| prose.is_match(text.trim_start()))
}

/// Whether a text has a year, or is an identifier, which needs none.
pub(crate) fn is_dated(text: &str) -> bool {
    YEAR.as_ref().is_some_and(|year| year.is_match(text)) || is_bare(text)
}

/// Whether a paragraph is a heading in bold type over a reference list, as word processors write them.
pub(super) fn is_bold_heading(tree: &Tree, node: NodeId) -> bool {
    let is_bold = |inner: NodeId| matches!(tree.name(inner), "b" | "strong");
    matches!(tree.name(node), "p" | "div")
        && tree.descendants(node).take(8).any(is_bold)
        && is_heading(&tree.words_below(node, 80))
}

/// Whether the container of a group, or one a little above it, is named as a reference list.
pub(super) fn container_says(tree: &Tree, parent: NodeId, first: Option<NodeId>) -> bool {
    first.into_iter().chain(std::iter::once(parent)).chain(tree.ancestors(parent).take(5)).any(|node| {
        tree.attribute(node, "role").is_some_and(|role| role == "doc-bibliography")
            || tree.classes(node).chain(tree.attribute(node, "id")).any(|name| {
                name.split(|c: char| !c.is_alphanumeric())
                    .any(|word| LIST_WORDS.iter().any(|list| list.eq_ignore_ascii_case(word)))
            })
    })
}
