//! Identifiers in the text and the links of an entry, normalised. Scanned by hand: every entry of a page passes here.

use super::arxiv_doi::arxiv_in_doi;
use super::of_work::Identifiers;

/// A DOI as written anywhere, normalised: decoded, lower case, without resolver, trailing punctuation and unbalanced
/// brackets.
pub fn doi(text: &str) -> Option<String> {
    let mut from = 0;
    while let Some(at) = text.get(from..)?.find("10.").map(|offset| from + offset) {
        let before = text.get(..at)?.chars().next_back();
        let registrant = digits(text.get(at + 3..)?);
        let after = at + 3 + registrant;
        let slash = text.get(after..)?;
        let parted =
            slash.starts_with('/') || slash.get(..3).is_some_and(|hex| hex.eq_ignore_ascii_case("%2f"));
        if (4..=9).contains(&registrant) && parted && !before.is_some_and(is_word) {
            let rest = text.get(at..)?;
            let length = sici(rest).unwrap_or_else(|| spaceless(rest));
            if let Some(doi) = normalised_doi(text.get(at..at + length)?) {
                return Some(doi);
            }
        }
        from = at + 3;
    }
    None
}

/// Length of a DOI that holds a SICI (ANSI/NISO Z39.56), which has angle brackets and ends in a control code and a check
/// character: `10.1002/(SICI)1096-987X(199803)19:4<377::AID-JCC5>3.0.CO;2-P`.
fn sici(text: &str) -> Option<usize> {
    /// Characters of the longest.
    const LONGEST: usize = 120;
    let word = text.split(char::is_whitespace).next()?;
    let word: String = word.chars().take(LONGEST).collect::<String>().to_ascii_lowercase();
    let open = word.find('<')?;
    let code = open + word.get(open..)?.find(".co;2-")? + ".co;2-".len();
    let issue = word.get(open + 1..)?.starts_with(|c: char| c.is_ascii_digit());
    let check = word.get(code..)?.chars().next().filter(|c| c.is_ascii_alphanumeric() || *c == '#')?;
    issue.then_some(code + check.len_utf8())
}

fn normalised_doi(written: &str) -> Option<String> {
    let mut doi = percent_decoded(written).to_lowercase();
    if let Some(at) = glued(&doi) {
        doi.truncate(at);
    }
    for end in ["&", "?", "#", "/full", "/abstract", "/pdf"] {
        if let Some(at) = doi.find(end)
            && (end.len() > 1 || doi[..at].contains('/'))
            && (!end.starts_with('/') || doi.ends_with(end))
        {
            doi.truncate(at);
        }
    }
    loop {
        let trimmed =
            doi.trim_end_matches(['.', ',', ';', ':', '\'', '"', '”', '’', '*', '>', '…', '。', '，', '、']);
        let closing = [('(', ')'), ('[', ']'), ('<', '>'), ('（', '）')].iter().find(|(open, close)| {
            trimmed.ends_with(*close) && trimmed.matches(*close).count() > trimmed.matches(*open).count()
        });
        let next = closing.map_or(trimmed, |(_, close)| trimmed.strip_suffix(*close).unwrap_or(trimmed));
        if next.len() == doi.len() {
            break;
        }
        doi = next.to_owned();
    }
    (doi.len() > 7 && doi.contains('/')).then_some(doi)
}

/// Where another identifier or a button begins right behind a DOI in lower case: `10.1099/ijs.0.64255-0pmid:16901999`,
/// `10.1016/j.pain.2013.06.022[doi]`, `10.1016/j.pain.2013.06.022[pubmed]`.
fn glued(doi: &str) -> Option<usize> {
    let suffix = doi.find('/')? + 2;
    let buttons =
        ["[doi", "[pubmed", "[pmc", "[pmid", "[medline", "[crossref", "[cross ref", "[google", "[free"];
    let labels = ["doi:10.", "arxiv:", "http://", "https://"];
    let numbers = ["pmid", "pmcid", "pmc"].into_iter().flat_map(|name| {
        let is_number = |rest: &str| digits(rest.trim_start_matches(':')) >= LEAST_NUMBER;
        doi.match_indices(name).find(|(at, name)| is_number(&doi[at + name.len()..])).map(|(at, _)| at)
    });
    let begins = buttons.into_iter().chain(labels).filter_map(|begin| doi.find(begin)).chain(numbers);
    let ends = ["pmid", "pmid:", "pmcid", "pmcid:"].into_iter().filter_map(|name| doi.strip_suffix(name));
    begins.chain(ends.map(str::len)).filter(|at| *at >= suffix).min()
}

/// `10. 1093/jb/mvg083`, `10.1093/molbev /msu300`: DOIs that a line break cut, joined where the pieces tell that they
/// belong together.
fn broken_doi(text: &str) -> Option<String> {
    let at = text.find("10.")?;
    let label = text.get(..at)?.trim_end_matches([':', ' ', '/', '.']).to_ascii_lowercase();
    if !label.ends_with("doi") && !label.ends_with("doi.org") {
        return None;
    }
    let mut joined = String::from("10.");
    let mut pieces = text.get(at + 3..)?.split(' ').take(6).filter(|piece| !piece.is_empty());
    joined.push_str(pieces.next()?);
    for piece in pieces {
        let open = joined == "10." || joined.ends_with(['/', '-', '_']) || !joined.contains('/');
        let goes_on = open && piece.contains(|c: char| c.is_ascii_digit()) || piece.starts_with('/');
        if !goes_on || joined.len() > 100 {
            break;
        }
        joined.push_str(piece);
    }
    doi(&joined)
}

/// `%2F` and its kind decoded; what does not decode to UTF-8 stays.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        if *byte == b'%'
            && let Some(hex) = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok())
            && let Ok(value) = u8::from_str_radix(hex, 16)
        {
            bytes.push(value);
            rest = &after[2..];
        } else {
            bytes.push(*byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// All identifiers of an entry: links first (they are never broken over lines), then the text.
pub fn identifiers_in(text: &str, links: &[&str]) -> Identifiers {
    let mut found = Identifiers::default();
    for link in links {
        // Search and resolver links of libraries carry the citing page's DOI or search terms: not the work's own.
        let host = link.split("://").nth(1).unwrap_or_default();
        // `webcitation.org/query.php?url=…&refdoi=10.…`: the work that refers to the address.
        let link = link.split("refdoi=").next().unwrap_or_default().trim_end_matches(['&', '?']);
        let is_search = [
            "scholar.google",
            "worldcat.org",
            "/search",
            "sfx",
            "openurl",
            "linkout",
            "crossref.org/openurl",
        ]
        .iter()
        .any(|word| link.contains(word));
        if !is_search {
            collect(link, &mut found, !host.is_empty());
        }
    }
    let mut in_text = Identifiers::default();
    collect(text, &mut in_text, true);
    if let Some(joined) = broken_doi(text) {
        in_text.doi = in_text.doi.filter(|whole| whole.len() >= joined.len()).or(Some(joined));
    }
    let mut all = in_text.or(found);
    // A DataCite DOI of arXiv is the arXiv identifier over again.
    if all.arxiv.is_none()
        && let Some(id) = all.doi.as_deref().and_then(arxiv_in_doi)
    {
        all.arxiv = Some(without_class(without_version(id)));
    }
    all
}

fn without_version(id: &str) -> &str {
    match id.rsplit_once('v') {
        Some((id, version)) if !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()) => id,
        _ => id,
    }
}

fn collect(text: &str, into: &mut Identifiers, with_url: bool) {
    let lower = text.to_ascii_lowercase();
    into.doi = into.doi.take().or_else(|| doi(text));
    into.arxiv = into.arxiv.take().or_else(|| arxiv(&lower));
    into.pmcid = into.pmcid.take().or_else(|| pmcid(&lower));
    into.pmid = into.pmid.take().or_else(|| pmid(&lower));
    into.isbn = into.isbn.take().or_else(|| isbn(&lower));
    if with_url && into.url.is_none() {
        into.url = url(text, &lower);
    }
}

/// Digits at the start of a text, in bytes.
fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// What follows each occurrence of a word, and what stands before it.
fn after<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    text.match_indices(word).filter_map(move |(at, _)| Some((text.get(..at)?, text.get(at + word.len()..)?)))
}

/// Archives of arXiv's identifiers before 2007.
const ARCHIVES: &[&str] = &[
    "astro-ph", "cond-mat", "hep-th", "hep-ph", "hep-ex", "hep-lat", "gr-qc", "quant-ph", "math-ph",
    "nucl-th", "nucl-ex", "math", "physics", "cs", "nlin", "q-bio", "cmp-lg", "alg-geom", "dg-ga", "q-alg",
    "chao-dyn", "solv-int", "patt-sol",
];

/// An arXiv identifier of a text in lower case: after the name or in an address; the old ones by their archive.
fn arxiv(lower: &str) -> Option<String> {
    for name in ["arxiv", "abs/"] {
        for (_, rest) in after(lower, name) {
            let mut rest = rest.strip_prefix(".org").unwrap_or(rest);
            // `arXiv preprint arXiv:`, `arXiv e-prints, `, `/abs/`
            loop {
                let trimmed = rest.trim_start_matches([':', '/', ' ', '.', ',', '[', '(']);
                let next = ["preprint", "e-prints", "e-print", "eprint", "abs/", "pdf/", "html/", "id"]
                    .iter()
                    .find_map(|word| trimmed.strip_prefix(word));
                match next {
                    Some(next) => rest = next,
                    None => {
                        rest = trimmed;
                        break;
                    }
                }
            }
            if let Some(id) = new_arxiv(rest).or_else(|| old_arxiv(rest)) {
                return Some(id);
            }
        }
    }
    // Without the name, the archive must begin a word: `hep-th/9901001`.
    lower.match_indices('/').find_map(|(slash, _)| {
        let head = lower.get(..slash)?;
        let start = head
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '.')))
            .map_or(0, |at| at + 1);
        // A longer path is an address of something else.
        let stands_alone = head.get(..start)?.chars().next_back().is_none_or(|c| c != '/');
        stands_alone.then(|| old_arxiv(lower.get(start..)?)).flatten()
    })
}

/// `1706.03762`, version left out.
fn new_arxiv(text: &str) -> Option<String> {
    let (year, number) = (digits(text), digits(text.get(5..)?));
    let fits = year == 4 && text.get(4..5) == Some(".") && matches!(number, 4 | 5);
    fits.then(|| text.get(..5 + number).map(str::to_owned)).flatten()
}

/// `hep-th/9901001`, `math.GT/0309136`; the class left out.
fn old_arxiv(text: &str) -> Option<String> {
    let (archive, rest) = text.split_once('/')?;
    let known = ARCHIVES.contains(&archive_of(archive));
    let exact = digits(rest) == 7;
    (known && exact)
        .then(|| rest.get(..7).map(|number| without_class(&format!("{archive}/{number}"))))
        .flatten()
}

/// An arXiv identifier in lower case without the class of its subject, which people write (`math.gt/0309136`) and no
/// source answers with (`math/0309136`).
pub fn without_class(id: &str) -> String {
    match id.split_once('/') {
        Some((archive, number)) => format!("{}/{number}", archive_of(archive)),
        None => id.to_owned(),
    }
}

/// `cond-mat` of `cond-mat.mes-hall`.
fn archive_of(archive: &str) -> &str {
    /// Letters of the longest class, `stat-mech`.
    const LONGEST: usize = 9;
    let is_class = |class: &str| {
        (2..=LONGEST).contains(&class.len())
            && class.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    match archive.split_once('.') {
        Some((name, class)) if is_class(class) => name,
        _ => archive,
    }
}

fn pmcid(lower: &str) -> Option<String> {
    after(lower, "pmc").find_map(|(before, rest)| {
        let rest = rest.strip_prefix("id").unwrap_or(rest);
        let rest = rest.trim_start_matches([':', ' ']);
        let rest = rest.strip_prefix("pmc").unwrap_or(rest);
        number(before, rest).map(|digits| format!("PMC{digits}"))
    })
}

fn pmid(lower: &str) -> Option<String> {
    const NAMES: &[&str] = &[
        "pmid",
        "pubmed/",
        "pubmed.gov/",
        "pubmed.ncbi.nlm.nih.gov/",
        "pubmed:",
        "/abstract/med/",
        "access_num=",
    ];
    NAMES.iter().find_map(|name| {
        after(lower, name).find_map(|(before, rest)| {
            let before = if *name == "pmid" { before } else { "" };
            number(before, rest.trim_start_matches([':', ' ', ']'])).map(str::to_owned)
        })
    })
}

/// Digits of the shortest number of a record.
const LEAST_NUMBER: usize = 4;

/// Four to nine digits, named by a word. What stands before and behind may be other identifiers, but no part of a word.
fn number<'a>(before: &str, rest: &'a str) -> Option<&'a str> {
    let length = digits(rest);
    let behind = rest.get(length..)?;
    let is_other = ["doi", "pmid", "pmc", "arxiv"].iter().any(|name| behind.starts_with(name));
    let alone = !before.ends_with(|c: char| c.is_alphabetic() || c == '_')
        && (is_other || !behind.starts_with(is_word));
    (alone && (LEAST_NUMBER..=9).contains(&length)).then(|| rest.get(..length)).flatten()
}

/// An ISBN whose check digit holds.
fn isbn(lower: &str) -> Option<String> {
    after(lower, "isbn").find_map(|(_, rest)| {
        let rest =
            ["-13", "-10", " 13", " 10"].iter().find_map(|kind| rest.strip_prefix(kind)).unwrap_or(rest);
        let digits: Vec<char> = rest
            .trim_start_matches([':', ' ', '.'])
            .chars()
            .take_while(|c| c.is_ascii_digit() || matches!(c, 'x' | '-' | '–' | '‐' | '‑' | ' '))
            .filter(|c| c.is_ascii_digit() || *c == 'x')
            .collect();
        [13, 10].into_iter().find_map(|length| valid_isbn(digits.get(..length)?))
    })
}

fn valid_isbn(digits: &[char]) -> Option<String> {
    let value = |c: &char| if *c == 'x' { 10 } else { c.to_digit(10).unwrap_or_default() };
    let sum: u32 = match digits.len() {
        10 => digits.iter().rev().zip(1..).map(|(c, weight)| value(c) * weight).sum(),
        _ => digits.iter().zip([1, 3].iter().cycle()).map(|(c, weight)| value(c) * weight).sum(),
    };
    let holds = sum.is_multiple_of(if digits.len() == 10 { 11 } else { 10 });
    let last_only = digits.iter().rev().skip(1).all(char::is_ascii_digit);
    (holds && last_only).then(|| digits.iter().map(char::to_ascii_uppercase).collect())
}

/// The first address that is none of the other identifiers.
fn url(text: &str, lower: &str) -> Option<String> {
    let mut from = 0;
    for (at, _) in lower.match_indices(['h', 'f', 'w']) {
        let rest = lower.get(at..)?;
        if at < from || !["http://", "https://", "ftp://", "www."].iter().any(|start| rest.starts_with(start))
        {
            continue;
        }
        let written = text.get(at..)?;
        let written = written.get(..spaceless(written))?;
        let address = written.trim_end_matches(['.', ',', ';', ':', '\'', '’', '”', '。']);
        let address = match address.strip_suffix([')', ']']) {
            Some(head) if !head.contains(['(', '[']) => head.trim_end_matches(['.', ',', ';']),
            _ => address,
        };
        let alone = !text.get(..at)?.ends_with(|c: char| c.is_alphanumeric() || c == '/');
        if alone && address.len() > 7 && !names_a_work(address) {
            return Some(address.to_owned());
        }
        from = at + written.len();
    }
    None
}

/// Bytes of the longest address that is read.
const LONGEST_ADDRESS: usize = 2_000;

/// Bytes up to white space or a character that no address holds.
fn spaceless(text: &str) -> usize {
    text.char_indices()
        .find(|(at, c)| {
            c.is_whitespace()
                || matches!(c, '"' | '<' | '>' | '{' | '}' | '|' | '\\' | '^' | '`')
                || *at >= LONGEST_ADDRESS
        })
        .map_or(text.len(), |(at, _)| at)
}

/// An address that is one of the other identifiers.
fn names_a_work(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    doi(url).is_some() || arxiv(&lower).is_some() || pmcid(&lower).is_some() || pmid(&lower).is_some()
}

#[cfg(test)]
mod tests {
    use super::{doi, identifiers_in};
    use proptest::prelude::*;

    #[test]
    fn a_sici_keeps_its_angle_brackets() {
        for written in [
            "https://doi.org/10.1002/(SICI)1096-987X(199803)19:4<377::AID-JCC5>3.0.CO;2-P",
            "doi:10.1002/(sici)1096-987x(199803)19:4<377::aid-jcc5>3.0.co;2-p. Next",
            "<a>10.1002/(SICI)1096-987X(199803)19:4<377::AID-JCC5>3.0.CO;2-P</a>",
        ] {
            let whole = "10.1002/(sici)1096-987x(199803)19:4<377::aid-jcc5>3.0.co;2-p";
            assert_eq!(doi(written).as_deref(), Some(whole), "{written}");
        }
        assert_eq!(doi("<b>10.1000/abc</b>").as_deref(), Some("10.1000/abc"));
        assert_eq!(doi("10.1000/abc<br>3.0.co;2-p").as_deref(), Some("10.1000/abc"));
    }

    #[test]
    fn every_kind_is_found_as_entries_write_it() {
        let read = |text: &str| identifiers_in(text, &[]);
        assert_eq!(
            read("doi:10.1016/S0140-6736(05)67889-0.").doi.as_deref(),
            Some("10.1016/s0140-6736(05)67889-0")
        );
        assert_eq!(
            read("(https://doi.org/10.1038%2Fnature12373).").doi.as_deref(),
            Some("10.1038/nature12373")
        );
        assert_eq!(read("doi: 10. 1093/jb/mvg083.").doi.as_deref(), Some("10.1093/jb/mvg083"));
        assert_eq!(read("doi: 10.1093/molbev /msu300.").doi.as_deref(), Some("10.1093/molbev/msu300"));
        assert_eq!(read("arXiv preprint arXiv:1706.03762v5, 2017").arxiv.as_deref(), Some("1706.03762"));
        assert_eq!(read("[hep-th/9901001]").arxiv.as_deref(), Some("hep-th/9901001"));
        assert_eq!(read("arXiv:math.GT/0309136").arxiv.as_deref(), Some("math/0309136"));
        assert_eq!(read("cond-mat.mes-hall/9901001").arxiv.as_deref(), Some("cond-mat/9901001"));
        let of_doi = read("doi:10.48550/arXiv.math.GT/0309136");
        assert_eq!(of_doi.arxiv.as_deref(), Some("math/0309136"));
        assert_eq!(read("CoRR, abs/1409.0473").arxiv.as_deref(), Some("1409.0473"));
        assert_eq!(read("[PubMed: 21376230] PMCID: PMC3079456").pmid.as_deref(), Some("21376230"));
        assert_eq!(read("[PubMed: 21376230] PMCID: PMC3079456").pmcid.as_deref(), Some("PMC3079456"));
        assert_eq!(read("ISBN 978-3-16-148410-0").isbn.as_deref(), Some("9783161484100"));
        assert_eq!(read("ISBN: 0-8044-2957-X, 1990").isbn.as_deref(), Some("080442957X"));
        assert_eq!(read("ISBN 978-3-16-148410-1").isbn, None, "check digit");
        assert_eq!(read("See www.who.int/data (accessed 2020).").url.as_deref(), Some("www.who.int/data"));
        assert_eq!(
            read("https://en.wikipedia.org/wiki/Bank_(geography).").url.as_deref(),
            Some("https://en.wikipedia.org/wiki/Bank_(geography)")
        );
        assert_eq!(read("https://arxiv.org/abs/1706.03762").url, None, "the arXiv identifier over again");
    }

    #[test]
    fn identifiers_end_where_the_next_one_begins() {
        let read = identifiers_in("doi:10.1099/ijs.0.64255-0pmid:16901999PMCID:PMC3079456", &[]);
        assert_eq!(read.doi.as_deref(), Some("10.1099/ijs.0.64255-0"));
        assert_eq!(read.pmid.as_deref(), Some("16901999"));
        assert_eq!(read.pmcid.as_deref(), Some("PMC3079456"));
        for glued in [
            "PMID:16901999",
            "PMID",
            ".PMID: 16901999",
            ";PMC3079456",
            "PMCID: PMC3079456",
            "[PubMed][CrossRef]",
            "[doi]",
            "arXiv:1706.03762",
            "https://example.org/a",
            "doi:10.1000/b",
        ] {
            assert_eq!(doi(&format!("10.1000/a.1{glued}")).as_deref(), Some("10.1000/a.1"), "{glued}");
        }
        // Names that only look like it.
        for whole in
            ["10.1000/pmid.12", "10.48550/arxiv.1706.03762", "10.1890/06(2006)87[2614:albaa]2.0.co;2"]
        {
            assert_eq!(doi(whole).as_deref(), Some(whole));
        }
    }

    #[test]
    fn the_work_that_refers_to_an_address_is_not_the_entry() {
        let link =
            "http://www.webcitation.org/query.php?url=http://example.org/a&refdoi=10.1186/1471-2148-14-70";
        assert_eq!(identifiers_in("Example Group: Data.", &[link]).doi, None);
        let link = "https://doi.org/10.1186/1471-2148-14-70";
        assert_eq!(identifiers_in("", &[link]).doi.as_deref(), Some("10.1186/1471-2148-14-70"));
    }

    #[test]
    fn numbers_are_no_identifiers() {
        let read = identifiers_in("Phys. Rev. 10.1 (2010) 1234.5678, p. 10.1000", &[]);
        assert_eq!((read.doi, read.arxiv, read.pmid), (None, None, None));
    }

    proptest! {
        #[test]
        fn identifiers_round_trip(
            registrant in 1000u32..99999,
            suffix in "[a-z0-9][a-z0-9.()\\-]{1,18}[a-z0-9]",
            arxiv in "(0[7-9]|1[0-9]|2[0-5])(0[1-9]|1[0-2])\\.[0-9]{5}",
            pmid in 10_000u32..40_000_000,
            pmcid in 10_000u32..9_000_000,
        ) {
            // A bracket that closes nothing is punctuation.
            prop_assume!(suffix.matches(')').count() == suffix.matches('(').count());
            let text = format!("A. Author. Title. doi:10.{registrant}/{suffix}. arXiv:{arxiv}. PMID: {pmid}. PMCID: PMC{pmcid}.");
            let read = identifiers_in(&text, &[]);
            prop_assert_eq!(read.doi, Some(format!("10.{registrant}/{suffix}")));
            prop_assert_eq!(read.arxiv, Some(arxiv));
            prop_assert_eq!(read.pmid, Some(pmid.to_string()));
            prop_assert_eq!(read.pmcid, Some(format!("PMC{pmcid}")));
        }

        #[test]
        fn no_text_is_too_odd(text in "\\PC{0,120}") {
            identifiers_in(&text, &[&text]);
            doi(&text);
        }
    }
}
