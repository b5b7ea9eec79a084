//! What TeX's names for letters, accents and signs print.

use unicode_normalization::UnicodeNormalization;

/// The combining character of an accent command.
pub(crate) fn accent(name: &str) -> Option<char> {
    Some(match name {
        "`" => '\u{300}',
        "'" => '\u{301}',
        "^" => '\u{302}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "u" => '\u{306}',
        "." => '\u{307}',
        "\"" => '\u{308}',
        "r" => '\u{30a}',
        "H" => '\u{30b}',
        "v" => '\u{30c}',
        "d" => '\u{323}',
        "c" => '\u{327}',
        "k" => '\u{328}',
        "b" => '\u{331}',
        "t" => '\u{361}',
        _ => return None,
    })
}

/// A letter with its accent, precomposed where Unicode has it. Dotless letters get their dot back first.
pub(crate) fn accented(base: &str, accent: char) -> String {
    let mut letters = base.chars();
    let first = match letters.next() {
        Some('ı') => 'i',
        Some('ȷ') => 'j',
        Some(c) => c,
        None => return String::new(),
    };
    let mut accented: String = [first, accent].into_iter().nfc().collect();
    accented.push_str(letters.as_str());
    accented
}

/// What a command without arguments prints.
pub(crate) fn symbol(name: &str) -> Option<&'static str> {
    Some(match name {
        "bibrangedash" => "–",
        "bibrangessep" => ", ",
        "bibinitperiod" => ".",
        "bibinitdelim" => " ",
        "bibinithyphendelim" => ".-",
        "ss" => "ß",
        "SS" => "ẞ",
        "ae" => "æ",
        "AE" => "Æ",
        "oe" => "œ",
        "OE" => "Œ",
        "o" => "ø",
        "O" => "Ø",
        "l" => "ł",
        "L" => "Ł",
        "aa" => "å",
        "AA" => "Å",
        "i" => "ı",
        "j" => "ȷ",
        "dh" => "ð",
        "DH" => "Ð",
        "dj" => "đ",
        "DJ" => "Đ",
        "th" => "þ",
        "TH" => "Þ",
        "ng" => "ŋ",
        "NG" => "Ŋ",
        "S" | "textsection" => "§",
        "P" | "textparagraph" => "¶",
        "dag" | "textdagger" => "†",
        "ddag" | "textdaggerdbl" => "‡",
        "copyright" | "textcopyright" => "©",
        "textregistered" => "®",
        "texttrademark" => "™",
        "pounds" | "textsterling" => "£",
        "euro" | "texteuro" | "EUR" => "€",
        "textyen" => "¥",
        "textcent" => "¢",
        "textdegree" | "degree" => "°",
        "textmu" | "micro" => "µ",
        "texttimes" => "×",
        "textpm" => "±",
        "textasciitilde" | "texttildelow" => "~",
        "textasciicircum" => "^",
        "textasciigrave" => "`",
        "textbackslash" => "\\",
        "textbar" => "|",
        "textless" => "<",
        "textgreater" => ">",
        "textunderscore" | "_" => "_",
        "textbraceleft" | "{" => "{",
        "textbraceright" | "}" => "}",
        "textdollar" | "$" => "$",
        "&" => "&",
        "%" => "%",
        "#" => "#",
        "textbullet" | "labelitemi" => "•",
        "textperiodcentered" => "·",
        "textellipsis" | "ldots" | "dots" | "dotsc" | "dotfill" => "…",
        "textendash" | "textendash{}" => "–",
        "textemdash" => "—",
        "textquoteleft" | "lq" => "‘",
        "textquoteright" | "rq" => "’",
        "textquotesingle" => "'",
        "textquotedblleft" => "“",
        "textquotedblright" => "”",
        "textquotedbl" => "\"",
        "quotedblbase" | "glqq" => "„",
        "quotesinglbase" | "glq" => "‚",
        "grqq" => "“",
        "grq" => "‘",
        "guillemotleft" | "flqq" | "guillemetleft" => "«",
        "guillemotright" | "frqq" | "guillemetright" => "»",
        "guilsinglleft" | "flq" => "‹",
        "guilsinglright" | "frq" => "›",
        "textexclamdown" => "¡",
        "textquestiondown" => "¿",
        "textordfeminine" => "ª",
        "textordmasculine" => "º",
        "textonehalf" => "½",
        "slash" | "textfractionsolidus" => "/",
        "LaTeX" => "LaTeX",
        "LaTeXe" => "LaTeX2ε",
        "TeX" => "TeX",
        "BibTeX" | "BibTex" => "BibTeX",
        "XeTeX" => "XeTeX",
        "LuaTeX" => "LuaTeX",
        "textalpha" => "α",
        "textbeta" => "β",
        "textgamma" => "γ",
        "textdelta" => "δ",
        "checkmark" | "cmark" => "✓",
        "percent" => "%",
        "lbrack" => "[",
        "rbrack" => "]",
        "lbrace" => "{",
        "rbrace" => "}",
        "mbox{}" => "",
        "newblock" => "",
        "Hwithstroke" => "Ħ",
        "hwithstroke" => "ħ",
        "today" => "",
        _ => return None,
    })
}

/// Names of journals as the macros of astronomy's classes print them (AASTeX, natbib's `aas_macros`).
pub(crate) fn journal(name: &str) -> Option<&'static str> {
    Some(match name {
        "aj" => "AJ",
        "actaa" => "Acta Astron.",
        "araa" => "ARA&A",
        "apj" => "ApJ",
        "apjl" | "apjlett" => "ApJL",
        "apjs" | "apjsupp" => "ApJS",
        "ao" | "applopt" => "Appl. Opt.",
        "apss" => "Ap&SS",
        "aap" | "astap" => "A&A",
        "aapr" => "A&A Rev.",
        "aaps" => "A&AS",
        "azh" => "AZh",
        "baas" => "BAAS",
        "bain" => "Bull. Astron. Inst. Netherlands",
        "caa" => "Chinese Astron. Astrophys.",
        "cjaa" => "Chinese J. Astron. Astrophys.",
        "fcp" => "Fund. Cosmic Phys.",
        "gca" => "Geochim. Cosmochim. Acta",
        "grl" => "Geophys. Res. Lett.",
        "iaucirc" => "IAU Circ.",
        "icarus" => "Icarus",
        "jcap" => "JCAP",
        "jcp" => "J. Chem. Phys.",
        "jgr" => "J. Geophys. Res.",
        "jqsrt" => "J. Quant. Spectrosc. Radiat. Transfer",
        "jrasc" => "JRASC",
        "memras" => "MmRAS",
        "memsai" => "Mem. Soc. Astron. Ital.",
        "mnras" => "MNRAS",
        "na" => "New Astron.",
        "nar" => "New Astron. Rev.",
        "nat" => "Nature",
        "nphysa" => "Nucl. Phys. A",
        "pasa" => "PASA",
        "pasj" => "PASJ",
        "pasp" => "PASP",
        "physrep" => "Phys. Rep.",
        "physscr" => "Phys. Scr.",
        "planss" => "Planet. Space Sci.",
        "pra" => "Phys. Rev. A",
        "prb" => "Phys. Rev. B",
        "prc" => "Phys. Rev. C",
        "prd" => "Phys. Rev. D",
        "pre" => "Phys. Rev. E",
        "prl" => "Phys. Rev. Lett.",
        "procspie" => "Proc. SPIE",
        "psj" => "PSJ",
        "qjras" => "QJRAS",
        "rmxaa" => "Rev. Mex. Astron. Astrofis.",
        "rmp" => "Rev. Mod. Phys.",
        "skytel" => "S&T",
        "solphys" => "Sol. Phys.",
        "sovast" => "Soviet Ast.",
        "ssr" => "Space Sci. Rev.",
        "zap" => "ZAp",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::accented;

    #[test]
    fn accents_compose() {
        assert_eq!(accented("e", '\u{301}'), "é");
        assert_eq!(accented("ı", '\u{308}'), "ï");
        assert_eq!(accented("s", '\u{327}'), "ş");
        assert_eq!(accented("", '\u{327}'), "");
    }
}
