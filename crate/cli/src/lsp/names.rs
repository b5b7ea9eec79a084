//! Names in sources that tell where entries are: keys that a list defines, and bibliographies that a document names.

/// `a, b` of biblatex's field `ids`.
pub(super) fn aliases(ids: &str) -> Vec<String> {
    parts(ids).collect()
}

/// Keys of entries in a printed list: `\bibitem[label]{key}`, and `\entry{key}` of biblatex's files.
pub(super) fn defined_keys(text: &str) -> Vec<String> {
    ["\\bibitem", "\\entry"].iter().flat_map(|command| arguments(text, command)).collect()
}

/// Bibliographies that a document or its metadata name, as they name them.
pub(super) fn named_files(text: &str) -> Vec<String> {
    let latex = ["\\bibliography", "\\addbibresource", "\\addglobalbib", "\\nobibliography"];
    let latex = latex.iter().flat_map(|command| arguments(text, command));
    let latex: Vec<String> = latex.flat_map(|names| parts(&names).collect::<Vec<_>>()).collect();
    latex.into_iter().chain(of_metadata(text)).collect()
}

fn parts(list: &str) -> impl Iterator<Item = String> {
    list.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty() && name != "*")
}

/// The braced arguments of a command, behind its options. What a macro makes is left out.
fn arguments<'a>(text: &'a str, command: &'a str) -> impl Iterator<Item = String> + use<'a> {
    text.match_indices(command).filter_map(|(at, _)| {
        let mut rest = text.get(at + command.len()..)?.trim_start_matches(['*', ' ']);
        if rest.starts_with('[') {
            let mut depth = 0_usize;
            let end = rest.char_indices().take(2_000).find(|(_, c)| {
                match c {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                *c == ']' && depth == 0
            })?;
            rest = rest.get(end.0 + 1..)?.trim_start();
            rest = rest.strip_prefix('%').map_or(rest, str::trim_start);
        }
        let inside = rest.strip_prefix('{')?;
        let inside = inside.get(..inside.char_indices().take(4_000).find(|(_, c)| *c == '}')?.0)?;
        (!inside.contains(['\\', '#', '{'])).then(|| inside.trim().to_owned())
    })
}

/// `bibliography: refs.bib`, or a list below it.
fn of_metadata(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_below = false;
    for line in text.lines().take(2_000) {
        let value = match line.strip_prefix("bibliography:") {
            Some(value) => {
                is_below = true;
                value
            }
            None if is_below && line.trim_start().starts_with('-') && !line.starts_with("---") => line,
            None => {
                is_below = false;
                continue;
            }
        };
        let value = value.split(" #").next().unwrap_or_default();
        let names_in = value.split([',', '[', ']']).map(|name| name.trim().trim_start_matches("- "));
        let names_in = names_in.map(|name| name.trim_matches(['"', '\'', ' ']).to_owned());
        names.extend(names_in.filter(|name| !name.is_empty() && name != "-"));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_files_are_read_as_they_are_written() {
        let list = r"\bibitem{a} A. \bibitem[Knuth {[1]} 84]{b} B. \bibitem[x]%
            {c} \bibitem{#1} \entry{d}{article}{}";
        assert_eq!(defined_keys(list), ["a", "b", "c", "d"]);
        let source = r"\bibliographystyle{plain}\bibliography{one, two}\addbibresource[label=x]{three.bib}\bibliography{\jobname}";
        assert_eq!(named_files(source), ["one", "two", "three.bib"]);
        let metadata = "---\ntitle: x\nbibliography:\n  - a.bib # mine\n  - \"b.bib\"\nauthor:\n  - c\n---\nbibliography: [d.bib, 'e.json']";
        assert_eq!(named_files(metadata), ["a.bib", "b.bib", "d.bib", "e.json"]);
        for odd in ["\\bibitem[", "\\bibitem[{]", "\\bibitem{", "\\bibliography"] {
            assert!(defined_keys(odd).is_empty() && named_files(odd).is_empty(), "{odd}");
        }
    }
}
