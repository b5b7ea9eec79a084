//! Made pairs of a reviewer and an author, kind by kind: what is a conflict, and what only looks like one. Conflicts count from 2021 on.

use super::ComparedWork;
use super::conflicts::{Conflict, shipped_conflicts};
use super::people::{Affiliation, ProfileRelation, Scholar};

const SINCE: i32 = 2021;

/// `cs.cmu.edu` is an address without dates, `cs.cmu.edu|now` a stay that goes on, `cs.cmu.edu|2003` one that ended.
fn at(stays: &str) -> Vec<Affiliation> {
    let stay = |text: &str| match text.split_once('|') {
        None => Affiliation { domain: text.to_owned(), ..Affiliation::default() },
        Some((domain, until)) => {
            Affiliation { domain: domain.to_owned(), is_dated: true, until: until.parse().ok() }
        }
    };
    stays.split(' ').filter(|stay| !stay.is_empty()).map(stay).collect()
}

fn person(name: &str, stays: &str) -> Scholar {
    let (name, id) = name.split_once('~').map_or((name, None), |(name, id)| (name, Some(format!("~{id}"))));
    Scholar { id, affiliations: at(stays), ..Scholar::named(name.trim()) }
}

/// Where both are, by what both profiles say; and what is told of it.
#[test]
fn institutions() {
    let pairs: &[(&str, &str, Option<&str>)] = &[
        // One institution under several names of machines and departments.
        ("cs.cmu.edu", "andrew.cmu.edu", Some("cmu.edu")),
        ("CS.Stanford.EDU", "stanford.edu", Some("stanford.edu")),
        ("inf.ethz.ch", "student.ethz.ch", Some("ethz.ch")),
        ("cl.cam.ac.uk", "eng.cam.ac.uk", Some("cam.ac.uk")),
        ("is.s.u-tokyo.ac.jp", "g.ecc.u-tokyo.ac.jp", Some("u-tokyo.ac.jp")),
        ("mails.tsinghua.edu.cn", "tsinghua.edu.cn", Some("tsinghua.edu.cn")),
        ("cse.iitd.ac.in", "iitd.ac.in", Some("iitd.ac.in")),
        ("dcc.uchile.cl", "ing.uchile.cl", Some("uchile.cl")),
        ("research.google.com", "google.com", Some("google.com")),
        ("rae@cs.cmu.edu", "https://www.cmu.edu/people", Some("cmu.edu")),
        // Neighbours under one country's or company's roof.
        ("cam.ac.uk", "ox.ac.uk", None),
        ("ac.uk", "cam.ac.uk", None),
        ("edu", "mit.edu", None),
        ("u-tokyo.ac.jp", "kyoto-u.ac.jp", None),
        ("tsinghua.edu.cn", "pku.edu.cn", None),
        ("ia.ac.cn", "ict.ac.cn", None),
        ("usp.edu.br", "ufmg.edu.br", None),
        ("uni.edu.au", "other.edu.au", None),
        ("cse.iitd.ernet.in", "cse.iitb.ernet.in", None),
        ("a.edu", "ba.edu", None),
        ("mit.edu", "mit.edu.my", None),
        // One university that registered several domains.
        ("cs.ox.ac.uk", "oxford.ac.uk", Some("cs.ox.ac.uk = oxford.ac.uk")),
        ("ox.ac.uk", "eng.ox.ac.uk", Some("ox.ac.uk")),
        ("uw.edu", "cs.washington.edu", Some("cs.washington.edu = uw.edu")),
        ("illinois.edu", "uiuc.edu", Some("illinois.edu = uiuc.edu")),
        ("jhu.edu", "jh.edu", Some("jh.edu = jhu.edu")),
        ("lmu.de", "ifi.uni-muenchen.de", Some("ifi.uni-muenchen.de = lmu.de")),
        ("kaist.ac.kr", "kaist.edu", Some("kaist.ac.kr = kaist.edu")),
        ("nus.edu", "comp.nus.edu.sg", Some("comp.nus.edu.sg = nus.edu")),
        ("usc.edu", "uscnet.edu", None),
        ("uw.edu", "uwaterloo.ca", None),
        // Where anybody can have an address.
        ("gmail.com", "gmail.com", None),
        ("gmail.com", "googlemail.com", None),
        ("yahoo.co.jp", "yahoo.co.jp", None),
        ("yahoo.fr", "yahoo.fr", None),
        ("hotmail.co.uk", "hotmail.co.uk", None),
        ("qq.com", "vip.qq.com", None),
        ("163.com", "163.com", None),
        ("web.de", "web.de", None),
        ("libero.it", "libero.it", None),
        ("seznam.cz", "seznam.cz", None),
        ("rediffmail.com", "rediffmail.com", None),
        ("hanmail.net", "hanmail.net", None),
        ("uol.com.br", "uol.com.br", None),
        ("walla.co.il", "walla.co.il", None),
        ("btinternet.com", "btinternet.com", None),
        ("protonmail.com", "protonmail.com", None),
        ("mail.ustc.edu.cn", "ustc.edu.cn", Some("ustc.edu.cn")),
        ("yandex-team.ru", "yandex-team.ru", Some("yandex-team.ru")),
        // What people enter who have none.
        ("independent.com", "independent.com", None),
        ("none.org", "none.org", None),
        ("example.com", "example.com", None),
        ("openreview.net", "openreview.net", None),
        ("someone.github.io", "other.github.io", None),
        ("N/A", "N/A", None),
        ("", "", None),
        ("localhost", "localhost", None),
        ("10.0.0.1", "10.0.0.1", None),
        // When.
        ("mit.edu|now", "csail.mit.edu|now", Some("mit.edu")),
        ("mit.edu|2003", "mit.edu|now", None),
        ("mit.edu|now", "mit.edu|2003", None),
        ("mit.edu|2021", "mit.edu|now", Some("mit.edu until 2021")),
        ("mit.edu|2020", "mit.edu|2020", None),
        ("mit.edu|2023", "mit.edu|2022", Some("mit.edu until 2022")),
        // An old address says nothing where the profile says when it was left.
        ("mit.edu mit.edu|2003", "mit.edu|now", None),
        ("mit.edu csail.mit.edu|2003", "mit.edu|now", None),
        ("mit.edu", "mit.edu|now", Some("mit.edu")),
        ("mit.edu|2003 mit.edu|now", "mit.edu|now", Some("mit.edu")),
        ("mit.edu|2003 stanford.edu|now", "stanford.edu|now mit.edu|now", Some("stanford.edu")),
        ("ox.ac.uk|2010 cam.ac.uk|now", "oxford.ac.uk|now", None),
        ("gmail.com mit.edu|now", "gmail.com stanford.edu|now", None),
    ];
    assert!(pairs.len() >= 60);
    for (own, their, expected) in pairs {
        let found = shipped_conflicts(&person("Rae Viewer", own), &[], &[person("Ada Author", their)], SINCE);
        let told = found.iter().map(|conflict| match conflict {
            Conflict::Institution { domain, until: Some(year), .. } => format!("{domain} until {year}"),
            Conflict::Institution { domain, .. } => domain.clone(),
            other => format!("{other:?}"),
        });
        assert_eq!(told.collect::<Vec<_>>(), Vec::from_iter(*expected), "{own} and {their}");
    }
}

/// Whether both wrote a paper together, by the names and profiles that papers give: none, by a profile, or by a name alone.
#[test]
fn papers() {
    #[derive(Debug, PartialEq)]
    enum Told {
        Nothing,
        ByProfile,
        ByName,
        Author,
    }
    use Told::{Author, ByName, ByProfile, Nothing};
    let pairs: &[(&str, &[&str], Option<i32>, Told)] = &[
        (
            "Ada Author ~Ada_Author1",
            &["Rae Viewer ~Rae_Viewer1", "Ada Author ~Ada_Author1"],
            Some(2024),
            ByProfile,
        ),
        (
            "Ada Author ~Ada_Author1",
            &["Rae Viewer ~Rae_Viewer1", "A. Author ~Ada_Author1"],
            Some(2024),
            ByProfile,
        ),
        // Namesakes: two profiles are two people, a name alone may be either.
        ("Wei Wang ~Wei_Wang1", &["Rae Viewer ~Rae_Viewer1", "Wei Wang ~Wei_Wang7"], Some(2024), Nothing),
        ("Wei Wang ~Wei_Wang1", &["Rae Viewer ~Rae_Viewer1", "Wei Wang"], Some(2024), ByName),
        ("Zoë Müller ~Zoe_Muller1", &["Rae Viewer ~Rae_Viewer1", "Zoe Q. Muller"], Some(2024), ByName),
        // Initials decide nothing.
        ("Ada Author ~Ada_Author1", &["Rae Viewer ~Rae_Viewer1", "A. Author"], Some(2024), Nothing),
        ("A. Author", &["Rae Viewer ~Rae_Viewer1", "A. Author"], Some(2024), Nothing),
        ("Madonna", &["Rae Viewer ~Rae_Viewer1", "Madonna"], Some(2024), Nothing),
        // When.
        (
            "Ada Author ~Ada_Author1",
            &["Rae Viewer ~Rae_Viewer1", "Ada Author ~Ada_Author1"],
            Some(2020),
            Nothing,
        ),
        (
            "Ada Author ~Ada_Author1",
            &["Rae Viewer ~Rae_Viewer1", "Ada Author ~Ada_Author1"],
            Some(2021),
            ByProfile,
        ),
        ("Ada Author ~Ada_Author1", &["Rae Viewer ~Rae_Viewer1", "Ada Author ~Ada_Author1"], None, ByProfile),
        // Somebody else's paper.
        ("Ada Author ~Ada_Author1", &["Ada Author ~Ada_Author1", "Bo Other ~Bo_Other1"], Some(2024), Nothing),
        ("Rae Viewer ~Rae_Viewer1", &[], None, Author),
        ("Rae Viewer", &[], None, Author),
        ("Rae Viewer ~Rae_Viewer2", &[], None, Nothing),
    ];
    for (author, wrote, year, expected) in pairs {
        let paper = ComparedWork {
            title: "A paper".into(),
            authors: wrote.iter().map(|one| person(one, "")).collect(),
            year: *year,
            ..ComparedWork::default()
        };
        let found =
            shipped_conflicts(&person("Rae Viewer ~Rae_Viewer1", ""), &[paper], &[person(author, "")], SINCE);
        let told = match found.as_slice() {
            [] => Nothing,
            [Conflict::Author { .. }] => Author,
            [Conflict::WrittenTogether { by_name: true, .. }] => ByName,
            [Conflict::WrittenTogether { by_name: false, .. }] => ByProfile,
            other => panic!("{other:?}"),
        };
        assert_eq!(told, *expected, "{author}, {wrote:?}, {year:?}");
    }
}

/// Whom a profile names, whichever of both profiles it is.
#[test]
fn relations() {
    /// Name, profile, what they are, the last year, and whether it is a conflict.
    type Pair = (&'static str, Option<&'static str>, &'static str, Option<i32>, bool);
    let pairs: &[Pair] = &[
        ("Ada Author", Some("~Ada_Author1"), "PhD Advisor", Some(2005), true),
        ("Ada Author", None, "PhD Advisee", None, true),
        ("Ada Author", None, "Postdoc Advisor", Some(2012), true),
        ("Ada Author", Some("~Ada_Author1"), "Family", None, true),
        ("Ada Author", Some("~Ada_Author1"), "Coauthor", None, true),
        ("Ada Author", Some("~Ada_Author1"), "Coauthor", Some(2023), true),
        ("Ada Author", Some("~Ada_Author1"), "Coauthor", Some(2009), false),
        ("Ada Author", Some("~Ada_Author1"), "Coworker", Some(2020), false),
        ("Ada Author", Some("~Ada_Author2"), "PhD Advisor", None, false),
        ("A. Author", None, "PhD Advisor", None, false),
        ("Bo Other", None, "PhD Advisor", None, false),
    ];
    for (name, id, kind, until, expected) in pairs {
        let relation = ProfileRelation {
            name: (*name).to_owned(),
            id: id.map(str::to_owned),
            kind: (*kind).to_owned(),
            until: *until,
        };
        let ada = person("Ada Author ~Ada_Author1", "");
        let rae = Scholar { relations: vec![relation], ..person("Rae Viewer ~Rae_Viewer1", "") };
        let found = shipped_conflicts(&rae, &[], std::slice::from_ref(&ada), SINCE);
        assert_eq!(found.len(), usize::from(*expected), "{name} {id:?} {kind} {until:?}: {found:?}");
        let other_way = shipped_conflicts(&ada, &[], &[rae], SINCE);
        assert_eq!(other_way.len(), usize::from(*expected), "the other way: {other_way:?}");
    }
}
