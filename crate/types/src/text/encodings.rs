//! Legacy encodings of saved pages, bibliographies and LaTeX sources: declared, or detected.

use std::sync::LazyLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};
use regex::Regex;

/// Bytes in which a text declares its encoding: HTML looks at 1,024 of a page, and a preamble of LaTeX is longer.
const HEAD: usize = 4_096;

/// `<meta charset=…>`, `<?xml … encoding="…"?>`, `\usepackage[…]{inputenc}`, `% !TeX encoding = …`, JabRef's `% Encoding: …` and
/// Emacs' `-*- coding: … -*-`. Whatever else looks like one names no encoding.
static DECLARED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)(?:<meta[^>]*?charset\s*=\s*["']?\s*|<\?xml[^>]*?encoding\s*=\s*["']|\\usepackage\[|!tex\s+encoding\s*=\s*|coding:\s*)([\w:.-]+)"#,
    )
    .ok()
});

/// Names that LaTeX has for encodings which the Encoding Standard calls otherwise.
const OF_LATEX: [(&str, &str); 4] = [
    ("ansinew", "windows-1252"),
    ("applemac", "macintosh"),
    ("latin9", "iso-8859-15"),
    ("latin10", "iso-8859-16"),
];

/// What Emacs adds to the name of an encoding.
const ENDS_OF_LINES: [&str; 3] = ["-unix", "-dos", "-mac"];

/// Decodes bytes that are no UTF-8, by the encoding that they declare, else by the one that is detected.
pub(super) fn decode(bytes: &[u8]) -> String {
    let encoding = declared(bytes).unwrap_or_else(|| detected(bytes));
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head: String = bytes.iter().take(HEAD).copied().map(char::from).collect();
    DECLARED.as_ref()?.captures_iter(&head).find_map(|found| named(found.get(1)?.as_str()))
}

/// A legacy encoding by the name that the Encoding Standard, LaTeX (`latin9`), Emacs (`iso-latin-2-unix`) or Java and JabRef
/// (`ISO8859_2`) have for it. Of others it is none: the bytes are no UTF-8, and whose declaration could be read is not in UTF-16.
fn named(name: &str) -> Option<&'static Encoding> {
    let lower = name.to_ascii_lowercase();
    let bare = ENDS_OF_LINES.iter().find_map(|end| lower.strip_suffix(end)).unwrap_or(&lower);
    let short = bare.strip_prefix("iso-").unwrap_or(bare).replace("latin-", "latin");
    let of_latex = OF_LATEX.iter().find(|(latex, _)| *latex == short).map(|(_, label)| *label);
    let labels = [of_latex.unwrap_or(bare), &short, &bare.replace('_', "-")];
    let encoding = labels.into_iter().find_map(|label| Encoding::for_label(label.as_bytes()))?;
    (![UTF_8, UTF_16LE, UTF_16BE, REPLACEMENT].contains(&encoding)).then_some(encoding)
}

fn detected(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{
        BIG5, EUC_JP, EUC_KR, GBK, ISO_8859_2, ISO_8859_15, KOI8_R, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
    };

    use crate::text::decode::decode;

    #[test]
    fn a_text_is_read_as_it_declares() {
        let heads = [
            (
                r#"<html><meta http-equiv="Content-Type" content="text/html; charset=gb2312">"#,
                GBK,
                "睡眠质量研究",
            ),
            (r#"<meta charset="Shift_JIS">"#, SHIFT_JIS, "睡眠の質"),
            (r#"<?xml version="1.0" encoding="EUC-KR"?>"#, EUC_KR, "수면의 질"),
            ("<meta charset=big5>", BIG5, "睡眠品質"),
            (
                "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage[latin2]{inputenc}",
                ISO_8859_2,
                "Őrsi szőlő",
            ),
            ("% !TeX encoding = windows-1251\n", WINDOWS_1251, "Сон"),
            ("% Encoding: ISO8859_2\n", ISO_8859_2, "Őrsi szőlő"),
            ("This file was created with JabRef 2.9.\nEncoding: Cp1251\n", WINDOWS_1251, "Сон"),
            ("% -*- coding: latin-2-unix -*-\n", ISO_8859_2, "Żuraw"),
            ("% -*- mode: bibtex; coding: iso-latin-9-dos -*-\n", ISO_8859_15, "Škola"),
            ("% -*- coding: koi8-r -*-\n", KOI8_R, "Сон"),
            ("\\usepackage[ansinew]{inputenc}", WINDOWS_1252, "Müller – „so“"),
        ];
        for (head, encoding, words) in heads {
            let text = format!("{head}{words}");
            let (bytes, _, lost) = encoding.encode(&text);
            assert!(!lost, "{text}");
            assert_eq!(decode(bytes.into_owned()), text);
        }
    }

    #[test]
    fn a_declaration_that_is_wrong_or_unknown_does_no_harm() {
        for label in ["utf-8", "utf-16", "klingon", "iso-2022-kr"] {
            let text = format!("<meta charset=\"{label}\"><p>Müller und Jörg schlafen");
            assert_eq!(decode(WINDOWS_1252.encode(&text).0.into_owned()), text);
            assert_eq!(decode(text.clone().into_bytes()), text);
        }
    }

    #[test]
    fn what_declares_nothing_is_read_as_it_looks() {
        let entries = [
            (WINDOWS_1252, "@article{m, author={Müller, Jörg}, title={Schlaf – ein “Essay”}, year={2004}}"),
            (
                WINDOWS_1252,
                "@book{p, author={Núñez, José}, title={La condición}, publisher={Éditions}, year={2004}}",
            ),
            (
                GBK,
                "@article{z, author={张伟 and 李娜}, title={睡眠质量研究}, journal={心理学报}, year={2010}}",
            ),
            (
                BIG5,
                "@article{c, author={陳怡君}, title={睡眠品質與學習}, journal={教育心理學報}, year={2010}}",
            ),
            (SHIFT_JIS, "@article{s, author={佐藤, 花子}, title={睡眠の質に関する研究}, year={2010}}"),
            (EUC_JP, "@article{s, author={佐藤, 花子}, title={睡眠の質に関する研究}, year={2010}}"),
            (WINDOWS_1251, "@article{i, author={Иванов, Иван}, title={О сне и памяти}, year={2010}}"),
        ];
        for (encoding, text) in entries {
            assert_eq!(decode(encoding.encode(text).0.into_owned()), text, "{}", encoding.name());
        }
    }
}
