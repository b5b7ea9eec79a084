//! Where link-like elements lead within their document.

use crate::markup::tree::{NodeId, Tree};

/// Ids that a link-like element points at, without the document's address.
pub(crate) fn link_targets(tree: &Tree, node: NodeId) -> Vec<String> {
    let mut targets: Vec<&str> = Vec::new();
    let (mut scripted, mut leads_nowhere) = ("", true);
    for (name, value) in tree.attributes(node) {
        match name {
            "href" => {
                let fragment = value.rsplit_once('#').map_or("", |(_, fragment)| fragment.trim());
                leads_nowhere = fragment.is_empty() && is_placeholder(value);
                targets.push(fragment);
                // `#CIT0009 CIT0010`: one link to several entries, which no browser follows.
                if fragment.contains(char::is_whitespace) {
                    targets.extend(ids(fragment));
                }
            }
            // What Wiley Online Library names beside the first entry.
            "rel" => targets.extend(value.strip_prefix("references:").into_iter().flat_map(ids)),
            "rid" | "data-rid" | "data-jats-rid" | "data-xml-rid" | "reveal-id" | "data-open" => {
                targets.extend(value.split_ascii_whitespace());
            }
            "onclick" => scripted = value,
            _ => {}
        }
    }
    if leads_nowhere {
        targets.extend(scripted_ids(scripted));
    }
    let mut named: Vec<String> = Vec::new();
    for target in targets.into_iter().filter(|target| !target.is_empty()) {
        if !named.iter().any(|own| own == target) {
            named.push(target.to_owned());
        }
    }
    named.extend(cited_keys(tree, node));
    named
}

/// Ids apart from each other, each perhaps with its `#`.
fn ids(list: &str) -> impl Iterator<Item = &str> {
    list.split_whitespace().map(|id| id.trim_start_matches('#'))
}

/// Whether an address is there for the look of a link only.
fn is_placeholder(address: &str) -> bool {
    let address = address.trim();
    let script = "javascript:";
    matches!(address, "" | "#")
        || address.get(..script.len()).is_some_and(|own| own.eq_ignore_ascii_case(script))
}

/// Ids that a handler passes to a script: `showRef(event, 'ref3 ref4')`. An id has a number; other words are options.
fn scripted_ids(handler: &str) -> impl Iterator<Item = &str> {
    let is_id = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.contains(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':'))
    };
    handler.split(['\'', '"']).skip(1).step_by(2).flat_map(ids).filter(is_id)
}

/// Keys that pandoc's `data-cites` names, as the ids of their entries.
fn cited_keys(tree: &Tree, node: NodeId) -> Vec<String> {
    let keys = tree.attribute(node, "data-cites").unwrap_or_default();
    keys.split_ascii_whitespace().map(|key| format!("ref-{key}")).collect()
}

#[cfg(test)]
mod tests {
    use super::link_targets;
    use crate::markup::tree::{self, Tree};

    fn targets(link: &str) -> Vec<String> {
        let tree = tree::html::parse(&format!("<p>{link}</p>")).expect("it is HTML");
        let own = tree.descendants(Tree::ROOT).find(|node| matches!(tree.name(*node), "a" | "span"));
        link_targets(&tree, own.expect("there is a link"))
    }

    #[test]
    fn one_link_may_lead_to_several_entries() {
        for (link, expected) in [
            (r##"<a href="#r1">1</a>"##, &["r1"][..]),
            (r##"<a href="/a/b#r1">1</a>"##, &["r1"]),
            (r##"<a href="#r1 r2">1, 2</a>"##, &["r1 r2", "r1", "r2"]),
            (r##"<a href="#b2" rel="references:#b2 #b3 #b4">2–4</a>"##, &["b2", "b3", "b4"]),
            (r##"<a href="#b2" rel="nofollow">2</a>"##, &["b2"]),
            (r##"<a rel="references:#b2">2</a>"##, &["b2"]),
            (r#"<a rid="B1 B2">1</a>"#, &["B1", "B2"]),
            (
                r#"<a href="JavaScript:void(0);" onclick="showRef(event, 'ref3 ref4'); return false;">3</a>"#,
                &["ref3", "ref4"],
            ),
            (r##"<a href="#" onclick='go("#B7")'>7</a>"##, &["B7"]),
            (r##"<span onclick="jump('cit-9', 'top')">9</span>"##, &["cit-9"]),
            (r##"<a href="#r1" onclick="showRef('r2')">1</a>"##, &["r1"]),
            (r##"<a href="/x" onclick="popup('r2')">1</a>"##, &[]),
            (r##"<a href="#" onclick="popup('/figure/F1','menu','460')">F</a>"##, &[]),
            (r##"<a href="#">x</a>"##, &[]),
        ] {
            assert_eq!(targets(link), expected, "{link}");
        }
    }
}
