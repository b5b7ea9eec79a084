//! The texts that a model opened, cut into pages, and those of them that a prompt holds.

use std::collections::BTreeMap;

use super::settings::AgentSettings;

/// A page that a prompt shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<'a> {
    /// The candidate's id.
    pub id: &'a str,
    /// From 1.
    pub number: usize,
    /// Of how many.
    pub of: usize,
    /// What it holds.
    pub text: &'a str,
}

/// What was opened in one search.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    texts: BTreeMap<String, Vec<String>>,
    /// In the order in which they were turned to.
    turned: Vec<(String, usize)>,
}

impl Reading {
    /// Keeps a text and turns to its first page. How many pages it has.
    pub fn open(&mut self, id: &str, text: &str, settings: &AgentSettings) -> usize {
        let pages = pages(text, settings.page);
        let count = pages.len();
        if count > 0 {
            self.texts.insert(id.to_owned(), pages);
            self.turn(id, 1);
        }
        count
    }

    /// Turns to a page of an opened text.
    pub fn turn(&mut self, id: &str, number: usize) {
        self.turned.push((id.to_owned(), number));
    }

    /// The pages that were turned to last, in the order of reading, as many as the context holds; the last one always.
    pub fn in_view(&self, settings: &AgentSettings) -> Vec<Page<'_>> {
        let mut room = settings.context;
        let mut view = Vec::new();
        for (id, number) in self.turned.iter().rev() {
            let Some(pages) = self.texts.get(id) else { continue };
            let Some(text) = number.checked_sub(1).and_then(|place| pages.get(place)) else { continue };
            let length = text.chars().count();
            if length > room && !view.is_empty() {
                break;
            }
            room = room.saturating_sub(length);
            view.push(Page { id, number: *number, of: pages.len(), text });
        }
        view.reverse();
        view
    }
}

/// A text in pages of at most so many characters, cut between lines, and within a line that is longer than a page.
fn pages(text: &str, most: usize) -> Vec<String> {
    let most = most.max(1);
    let (mut pages, mut page, mut length) = (Vec::new(), String::new(), 0);
    for line in text.split_inclusive('\n') {
        let of_line = line.chars().count();
        if length > 0 && length + of_line > most {
            pages.push(std::mem::take(&mut page));
            length = 0;
        }
        if of_line <= most {
            page.push_str(line);
            length += of_line;
            continue;
        }
        for letter in line.chars() {
            page.push(letter);
            length += 1;
            if length == most {
                pages.push(std::mem::take(&mut page));
                length = 0;
            }
        }
    }
    pages.push(page);
    pages.retain(|page| !page.trim().is_empty());
    pages
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(page: usize, context: usize) -> AgentSettings {
        AgentSettings { page, context, ..AgentSettings::default() }
    }

    #[test]
    fn a_text_is_cut_between_lines_and_a_long_line_anywhere() {
        assert_eq!(pages("one\ntwo\nthree\n", 8), ["one\ntwo\n", "three\n"]);
        assert_eq!(pages("abcdefgh\nij", 3), ["abc", "def", "gh\n", "ij"]);
        assert!(pages(" \n", 8).is_empty());
    }

    #[test]
    fn the_oldest_pages_leave_a_full_context() {
        let settings = settings(4, 8);
        let mut reading = Reading::default();
        assert_eq!(reading.open("p1", "one\ntwo\nsix\n", &settings), 3);
        assert_eq!(reading.open("p2", "ten\n", &settings), 1);
        reading.turn("p1", 3);
        let view: Vec<(&str, usize, usize)> =
            reading.in_view(&settings).iter().map(|page| (page.id, page.number, page.of)).collect();
        assert_eq!(view, [("p2", 1, 1), ("p1", 3, 3)]);
        assert_eq!(reading.in_view(&AgentSettings { context: 0, ..settings }).len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn nothing_of_a_text_is_lost(text in "[a-zé\n]{0,120}", most in 1usize..20) {
            let pages = pages(&text, most);
            proptest::prop_assert!(pages.iter().all(|page| page.chars().count() <= most));
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            proptest::prop_assert_eq!(letters(&pages.concat()), letters(&text));
        }
    }
}
