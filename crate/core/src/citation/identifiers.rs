//! Identifiers in the text and the links of an entry, normalised.

use std::sync::LazyLock;

use regex::Regex;

use super::Identifiers;

static DOI: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)\b10\.\d{4,9}(?:/|%2f)[^\s"<>{}|\\^`\p{Z}]+"#).ok());
static ARXIV: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:arxiv(?:\.org)?[:/\s.]*(?:preprint\s*)?(?:arxiv[:\s]*)?(?:abs/|pdf/|e-prints?,?\s*)?|abs/|10\.48550/arxiv\.)((?:\d{4}\.\d{4,5})|(?:[a-z][a-z\-]+(?:\.[a-z]{2})?/\d{7}))",
    )
    .ok()
});
static ARXIV_OLD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)\b((?:astro-ph|cond-mat|hep-(?:th|ph|ex|lat)|gr-qc|quant-ph|math-ph|nucl-(?:th|ex)|math|physics|cs|nlin|q-bio|cmp-lg)(?:\.[a-z]{2})?/\d{7})\b",
    )
    .ok()
});
static PMCID: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)\bPMC\s?(\d{4,9})\b").ok());
static PMID: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\bPMID:?\s*|ncbi\.nlm\.nih\.gov/(?:pubmed|m/pubmed)/|pubmed\.gov/|/abstract/MED/|access_num=)(\d{4,9})\b").ok()
});
static ISBN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\bISBN(?:-1[03])?:?\s*([\dX][\dX\-–\s]{8,20}[\dX])").ok());
static URL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?i)\bhttps?://[^\s"<>{}|\\^`\p{Z}]+"#).ok());

/// A DOI as written anywhere, normalised: decoded, lower case, without resolver, trailing punctuation and unbalanced
/// brackets.
pub(crate) fn doi(text: &str) -> Option<String> {
    let found = DOI.as_ref()?.find(text)?.as_str();
    let mut doi = percent_decoded(found).to_lowercase();
    for end in ["&", "?", "#", "/full", "/abstract", "/pdf"] {
        if let Some(at) = doi.find(end)
            && (end.len() > 1 || doi[..at].contains('/'))
            && (!end.starts_with('/') || doi.ends_with(end))
        {
            doi.truncate(at);
        }
    }
    loop {
        let trimmed = doi.trim_end_matches(['.', ',', ';', ':', '\'', '"', '”', '’', '*', '>']);
        let closing = [('(', ')'), ('[', ']'), ('<', '>')].iter().find(|(open, close)| {
            trimmed.ends_with(*close) && trimmed.matches(*close).count() > trimmed.matches(*open).count()
        });
        let next = if closing.is_some() { &trimmed[..trimmed.len() - 1] } else { trimmed };
        if next.len() == doi.len() {
            break;
        }
        doi = next.to_owned();
    }
    (doi.len() > 7 && doi.contains('/')).then_some(doi)
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
pub(crate) fn identifiers(text: &str, links: &[&str]) -> Identifiers {
    let mut found = Identifiers::default();
    for link in links {
        // Search and resolver links of libraries carry the citing page's DOI or search terms: not the work's own.
        let host = link.split("://").nth(1).unwrap_or_default();
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
    let pick = |text: Option<String>, link: Option<String>| text.or(link);
    let mut all = Identifiers {
        doi: pick(in_text.doi, found.doi),
        arxiv: pick(in_text.arxiv, found.arxiv),
        pmid: pick(in_text.pmid, found.pmid),
        pmcid: pick(in_text.pmcid, found.pmcid),
        isbn: pick(in_text.isbn, found.isbn),
        url: pick(in_text.url, found.url),
    };
    // A DataCite DOI of arXiv is the arXiv identifier over again.
    if all.arxiv.is_none()
        && let Some(id) = all.doi.as_deref().and_then(|doi| doi.strip_prefix("10.48550/arxiv."))
    {
        all.arxiv = Some(without_version(id).to_owned());
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
    let capture = |pattern: &LazyLock<Option<Regex>>| {
        pattern
            .as_ref()
            .and_then(|regex| regex.captures(text))
            .and_then(|found| found.get(1))
            .map(|found| found.as_str())
    };
    if into.doi.is_none() {
        into.doi = doi(text);
    }
    if into.arxiv.is_none() {
        into.arxiv = capture(&ARXIV).or_else(|| capture(&ARXIV_OLD)).map(str::to_lowercase);
    }
    if into.pmcid.is_none() {
        into.pmcid = capture(&PMCID).map(|digits| format!("PMC{digits}"));
    }
    if into.pmid.is_none() {
        into.pmid = capture(&PMID).map(str::to_owned);
    }
    if into.isbn.is_none() {
        into.isbn = capture(&ISBN).and_then(isbn);
    }
    if with_url && into.url.is_none() {
        let url = URL.as_ref().and_then(|regex| regex.find(text)).map(|found| found.as_str());
        into.url = url
            .filter(|url| !names_a_work(url))
            .map(|url| url.trim_end_matches(['.', ',', ';', ')', ']']).to_owned());
    }
}

/// A URL that is one of the other identifiers.
fn names_a_work(url: &str) -> bool {
    doi(url).is_some()
        || [&ARXIV, &PMCID, &PMID]
            .iter()
            .any(|pattern| pattern.as_ref().is_some_and(|regex| regex.is_match(url)))
}

/// An ISBN whose check digit holds.
fn isbn(text: &str) -> Option<String> {
    let digits: Vec<char> = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, 'X' | 'x')).collect();
    let value = |c: &char| if matches!(c, 'X' | 'x') { 10 } else { c.to_digit(10).unwrap_or_default() };
    let holds = match digits.len() {
        10 => digits.iter().rev().zip(1..).map(|(c, weight)| value(c) * weight).sum::<u32>() % 11 == 0,
        13 => {
            digits.iter().zip([1, 3].iter().cycle()).map(|(c, weight)| value(c) * weight).sum::<u32>() % 10
                == 0
        }
        _ => false,
    };
    holds.then(|| digits.iter().map(char::to_ascii_uppercase).collect())
}
