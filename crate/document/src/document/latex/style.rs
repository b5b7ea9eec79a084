//! How citations look, decided from class, packages, options and bibliography style.

use super::setup::{Setup, is_note_style};

/// The family that a citation's look belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scheme {
    /// `[3]`
    Numeric,
    /// `³`
    Superscript,
    /// `(Knuth, 1984)`
    AuthorYear,
    /// `[Knu84]`
    Label,
    /// `Knuth, TeXbook`
    AuthorTitle,
    /// Footnotes with the whole entry.
    Note,
}

/// What `\cite` does where it is neither `\citep` nor `\citet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    Parenthetical,
    Textual,
    /// biblatex: without brackets.
    Bare,
}

/// In which order the reference list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Cited,
    Sorted,
}

/// How citations look.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) scheme: Scheme,
    pub(crate) plain: Plain,
    pub(crate) open: String,
    pub(crate) close: String,
    /// Between citations of one group.
    pub(crate) separator: String,
    /// Between names and year.
    pub(crate) before_year: String,
    /// Between the last two names, in the text and in brackets.
    pub(crate) and: &'static str,
    pub(crate) and_bracketed: &'static str,
    /// Lists of more names than this are cut to the first and `et al.`
    pub(crate) most_names: usize,
    /// Numbers ascend, runs of three and more become ranges.
    pub(crate) compress: bool,
    /// `[1], [2]` instead of `[1, 2]`.
    pub(crate) one_by_one: bool,
    pub(crate) ibid: bool,
    pub(crate) biblatex: bool,
    pub(crate) order: Order,
}

/// What the reference list, if it was given ready, says about its labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Labels {
    /// There is no ready list.
    Unknown,
    /// Entries without labels: numbers.
    Numbers,
    /// `Knuth(1984)`: made for natbib.
    AuthorYear,
    /// Anything else, shown as it is.
    Own,
}

/// Packages of conferences that load natbib.
const NATBIB_PACKAGES: &[&str] = &[
    "acl", "naacl", "emnlp", "eacl", "coling", "conll", "neurips_", "nips_", "nips", "icml", "iclr", "colm",
    "tmlr", "jmlr", "corl", "aaai", "uai", "aistats", "rlc", "collas", "automl", "mlsys",
];

/// Packages in which `\cite` is `\citep`.
const CITE_IS_CITEP: &[&str] = &["acl", "naacl", "emnlp", "eacl", "coling", "conll", "aaai"];

/// Classes that load natbib and cite by author and year.
const AUTHOR_YEAR_CLASSES: &[&str] =
    &["aastex", "emulateapj", "mnras", "aa", "agu", "copernicus", "jmlr", "ametsoc", "gji", "geophysics"];

/// Beginnings of the names of bibliography styles that number their entries.
const NUMERIC_STYLES: &[&str] = &[
    "plain",
    "unsrt",
    "abbrv",
    "ieee",
    "siam",
    "splncs",
    "vancouver",
    "nature",
    "naturemag",
    "elsarticle-num",
    "model1-num",
    "cas-model1",
    "achemso",
    "apsrev",
    "aipnum",
    "amsplain",
    "acm",
    "jhep",
    "utphys",
    "quantum",
    "sn-mathphys-num",
    "sn-nature",
    "sn-vancouver",
    "is-",
    "pnas",
    "science",
    "spmpsci",
    "spphys",
    "model3",
    "rsc",
    "angew",
    "iopart-num",
    "bmc",
];

/// Beginnings of the names of bibliography styles that list entries as they are cited.
const CITED_ORDER_STYLES: &[&str] = &[
    "unsrt",
    "ieee",
    "vancouver",
    "nature",
    "elsarticle-num",
    "model1-num",
    "cas-model1",
    "achemso",
    "apsrev",
    "aipnum",
    "jhep",
    "utphys",
    "quantum",
    "sn-mathphys-num",
    "sn-nature",
    "sn-vancouver",
    "pnas",
    "science",
    "spphys",
    "model3",
    "rsc",
    "angew",
    "iopart-num",
    "bmc",
];

fn begins(name: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| name.starts_with(beginning))
}

impl Look {
    /// Decides how the document cites.
    pub(crate) fn of(setup: &Setup, labels: Labels) -> Self {
        if setup.uses_biblatex() { Self::biblatex(setup) } else { Self::bibtex(setup, labels) }
    }

    fn new(scheme: Scheme) -> Self {
        Self {
            scheme,
            plain: Plain::Parenthetical,
            open: "[".to_owned(),
            close: "]".to_owned(),
            separator: ",".to_owned(),
            before_year: ",".to_owned(),
            and: " and ",
            and_bracketed: " and ",
            most_names: 2,
            compress: false,
            one_by_one: false,
            ibid: false,
            biblatex: false,
            order: Order::Sorted,
        }
    }

    fn brackets(&mut self, open: &str, close: &str) {
        (self.open, self.close) = (open.to_owned(), close.to_owned());
    }

    fn author_year(&mut self) {
        self.scheme = Scheme::AuthorYear;
        self.brackets("(", ")");
        self.separator = ";".to_owned();
    }

    fn ampersand(&mut self) {
        self.and = " & ";
        self.and_bracketed = " & ";
    }

    fn bibtex(setup: &Setup, labels: Labels) -> Self {
        let style = setup.bibliography_style.as_deref().unwrap_or_default().to_lowercase();
        let mut look = Self::new(Scheme::Numeric);
        if begins(&style, CITED_ORDER_STYLES)
            || setup.class_is(&["revtex", "achemso", "ieeetran", "quantumarticle"])
        {
            look.order = Order::Cited;
        }
        let is_author_year_class = setup.class_is(AUTHOR_YEAR_CLASSES);
        let natbib = setup.has("natbib")
            || setup.has_prefix(NATBIB_PACKAGES)
            || is_author_year_class
            || setup.class_is(&[
                "revtex",
                "achemso",
                "acmart",
                "elsarticle",
                "cas-",
                "sn-jnl",
                "quantumarticle",
            ])
            || setup.option("apacite", "natbibapa");
        look.compress =
            setup.has("cite") || setup.class_is(&["revtex", "achemso", "acmart", "quantumarticle"]);
        look.one_by_one = setup.class_is(&["ieeetran"]) || setup.has("ieeetran");
        if natbib {
            look.natbib(setup, &style, labels);
            return look;
        }
        let class_option = |name: &str| setup.class_options.iter().any(|option| option == name);
        if setup.has("apacite")
            || begins(&style, &["apacite", "chicago", "named", "agsm", "dcu", "apsr", "authordate"])
        {
            look.author_year();
            if setup.has("apacite") {
                look.ampersand();
                look.and = " and ";
            } else {
                look.before_year = String::new();
            }
        } else if labels == Labels::AuthorYear {
            look.author_year();
        } else if labels == Labels::Own
            || labels == Labels::Unknown && begins(&style, &["alpha", "amsalpha", "apalike", "abstract"])
        {
            look.scheme = Scheme::Label;
        }
        if setup.option("cite", "super") || setup.option("cite", "superscript") || class_option("super") {
            look.scheme = Scheme::Superscript;
        }
        look
    }

    fn natbib(&mut self, setup: &Setup, style: &str, labels: Labels) {
        let class_option = |name: &str| setup.class_options.iter().any(|option| option == name);
        self.plain = Plain::Textual;
        self.author_year();
        if setup.class_is(&["aastex", "emulateapj", "mnras", "aa", "copernicus", "agu"]) {
            if !setup.class_is(&["copernicus", "agu"]) {
                self.before_year = String::new();
            }
            self.ampersand();
        }
        let numeric_class = setup.class_is(&["revtex", "acmart", "quantumarticle", "elsarticle", "cas-"])
            && !class_option("authoryear")
            && !class_option("author-year")
            && !class_option("rmp");
        let springer_numbers = setup.class_is(&["sn-jnl"])
            && setup.class_options.iter().any(|option| {
                option.ends_with("num")
                    || matches!(option.as_str(), "Numbered" | "sn-nature" | "sn-vancouver" | "sn-aps")
            });
        if numeric_class || springer_numbers {
            self.scheme = Scheme::Numeric;
            self.brackets("[", "]");
            self.separator = ",".to_owned();
        }
        if setup.class_is(&["achemso"])
            || setup.class_is(&["revtex"])
                && (class_option("prb") || class_option("aip") || class_option("apl"))
        {
            self.scheme = Scheme::Superscript;
            self.separator = ",".to_owned();
        }
        if setup.class_is(&["acmart"]) || setup.has_prefix(CITE_IS_CITEP) {
            self.plain = Plain::Parenthetical;
        }
        if let Some(signs) = &setup.punctuation
            && let [open, close, separator, mode, before_year, _] = signs.as_slice()
        {
            self.brackets(open, close);
            self.separator = separator.trim().to_owned();
            self.before_year = before_year.trim().to_owned();
            self.scheme = match mode.trim() {
                "n" => Scheme::Numeric,
                "s" => Scheme::Superscript,
                _ => Scheme::AuthorYear,
            };
        }
        let options = setup.packages.get("natbib").into_iter().flatten().chain(&setup.cite_style);
        for option in options {
            self.natbib_option(option.trim());
        }
        // natbib falls back to numbers where the list has no authors and years to show.
        let numbers_only = match labels {
            Labels::Numbers | Labels::Own => true,
            Labels::AuthorYear => false,
            Labels::Unknown => begins(style, NUMERIC_STYLES) && !style.starts_with("plainnat"),
        };
        let is_natbib_style =
            style.ends_with("nat") || style.contains("natbib") || style.starts_with("acm-reference");
        if self.scheme == Scheme::AuthorYear
            && numbers_only
            && !(labels == Labels::Unknown && is_natbib_style)
        {
            self.scheme = Scheme::Numeric;
            self.brackets("[", "]");
            self.separator = ",".to_owned();
        }
        if self.scheme == Scheme::Numeric || self.scheme == Scheme::Superscript {
            if self.separator == ";" {
                self.separator = ",".to_owned();
            }
            if self.plain == Plain::Textual {
                self.plain = Plain::Parenthetical;
            }
        }
    }

    fn natbib_option(&mut self, option: &str) {
        match option {
            "numbers" | "acmnumeric" | "nature" => {
                self.scheme = Scheme::Numeric;
                if option == "numbers" || option == "acmnumeric" {
                    self.brackets("[", "]");
                    self.separator = ",".to_owned();
                } else {
                    self.scheme = Scheme::Superscript;
                }
            }
            "super" => {
                self.scheme = Scheme::Superscript;
                self.separator = ",".to_owned();
            }
            "authoryear" | "aysep" => self.author_year(),
            "acmauthoryear" => {
                self.author_year();
                self.brackets("[", "]");
                self.before_year = String::new();
            }
            "round" => self.brackets("(", ")"),
            "square" => self.brackets("[", "]"),
            "curly" => self.brackets("{", "}"),
            "angle" => self.brackets("<", ">"),
            "comma" => self.separator = ",".to_owned(),
            "semicolon" | "colon" => self.separator = ";".to_owned(),
            "compress" | "sort&compress" => self.compress = true,
            _ => {
                let Some((key, value)) = option.split_once('=') else { return };
                let value = value.trim().trim_matches(['{', '}']).trim();
                match key.trim() {
                    "open" => value.clone_into(&mut self.open),
                    "close" => value.clone_into(&mut self.close),
                    "citesep" => value.clone_into(&mut self.separator),
                    "aysep" => value.clone_into(&mut self.before_year),
                    _ => {}
                }
            }
        }
    }

    fn biblatex(setup: &Setup) -> Self {
        let style = setup.biblatex_style();
        let name = style.strip_prefix("ext-").unwrap_or(&style);
        let mut look = Self::new(Scheme::Numeric);
        look.biblatex = true;
        look.plain = Plain::Bare;
        look.most_names = 3;
        look.compress =
            name.contains("comp") || setup.biblatex("sortcites").is_some_and(|value| value != "false");
        look.ibid = ["ibid", "trad", "inote", "oscola", "notes"].iter().any(|word| name.contains(word));
        if is_note_style(name) && !name.starts_with("authortitle") {
            look.scheme = Scheme::Note;
        } else if name.starts_with("authortitle") || name.starts_with("mla") {
            look.scheme = Scheme::AuthorTitle;
            look.brackets("(", ")");
            look.separator = ";".to_owned();
        } else if name.contains("alphabetic") || name.starts_with("alpha") {
            look.scheme = Scheme::Label;
        } else if begins(
            name,
            &[
                "authoryear",
                "apa",
                "chicago-author",
                "harvard",
                "bath",
                "anglia",
                "unified",
                "gost-authoryear",
            ],
        ) || name.ends_with("ay")
            || name.ends_with("authoryear")
        {
            look.author_year();
            look.before_year = String::new();
            if name.starts_with("apa") {
                look.before_year = ",".to_owned();
                look.and_bracketed = " & ";
                look.most_names = 2;
            }
        } else if begins(name, &["nature", "chem-", "nejm", "gb7714", "vancouver-super"]) {
            look.scheme = Scheme::Superscript;
            look.compress = true;
        } else if name.starts_with("science") {
            look.brackets("(", ")");
        } else if name.starts_with("ieee") {
            look.one_by_one = true;
            look.compress |= name.contains("comp");
        }
        if let Some(names) = setup.biblatex("maxcitenames").or_else(|| setup.biblatex("maxnames"))
            && let Ok(names) = names.parse()
        {
            look.most_names = names;
        }
        let cited = match setup.biblatex("sorting") {
            Some(order) => order == "none",
            None => {
                begins(name, &["ieee", "nature", "science", "phys", "chem-", "vancouver", "nejm", "gb7714"])
            }
        };
        if cited {
            look.order = Order::Cited;
        }
        look
    }
}
