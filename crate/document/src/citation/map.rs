//! From the text to citations: every style's finder runs, the document's dominant style is decided, links (where they
//! may be used) are laid over.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::ambiguous_links::{self, AmbiguousLink};
use super::author_year::{self, Years};
use super::bounds::{MOST_CANDIDATES, MOST_TARGETS};
use super::complete_links;
use super::identified::{self, Identified};
use super::label::{self, Labels};
use super::links::{self, Link, Ranges};
use super::notes::{self, Cited, Note};
use super::numeric::{self, Numbers};
use super::surface::{BlockText, Form, NoteMark, Part, Surface, Target, overlap};
use super::works::Works;
use super::{
    Citation, CitationStyle, Mapping, Reference, author_page, conversion_artifacts, taxa, unresolved,
};
use citelight_types::sort::SmallSort;

use crate::citation::Scope;
use crate::markup::BlockKind;

/// Most works of one citation in round brackets that tells in which form a document cites.
const MOST_MEANT: usize = 30;

/// A block as the mapper sees it.
#[derive(Clone, Debug, Default)]
pub(crate) struct MapBlock<'a> {
    pub(crate) kind: Option<BlockKind>,
    pub(crate) text: &'a str,
    pub(crate) superscripts: Vec<Range<usize>>,
    /// What is not searched: formulas, code, the paragraph's number.
    pub(crate) formulas: Vec<Range<usize>>,
    /// What is set in italics, by its end.
    pub(crate) italics: Vec<Range<usize>>,
    /// What the markup says is a citation; empty when links are hidden.
    pub(crate) cites: Vec<Range<usize>>,
    /// Links to references; empty when links are hidden.
    pub(crate) links: Vec<(Range<usize>, usize)>,
    /// Links to one of several references, the likeliest first, or to none that is known; empty when links are hidden.
    pub(crate) ambiguous_links: Vec<(Range<usize>, Vec<usize>)>,
    /// What the markup says is a citation of a work that was not found.
    pub(crate) unresolved: Vec<Range<usize>>,
    /// Links to what is no entry of any list; empty when links are hidden.
    pub(crate) elsewhere: Vec<Range<usize>>,
    /// Marks that lead to notes of the document.
    pub(crate) note_marks: Vec<NoteMark>,
    /// References made from a note's items: where the item begins, and which reference it became.
    pub(crate) made: Vec<(usize, usize)>,
    /// Which reference lists it may cite: index of its scope, where the document has several lists.
    pub(crate) scope: usize,
}

/// What mapping a document gives.
#[derive(Debug, Default)]
pub(crate) struct Mapped {
    pub(crate) style: CitationStyle,
    pub(crate) citations: Vec<Citation>,
    /// A finder stopped before the end of the document: it had pointed at too much.
    pub(crate) cut: bool,
}

/// Maps the citations of all blocks to the references; `scopes` say which of them each block may cite, and are empty
/// where all may cite all.
pub(crate) fn map(blocks: &[MapBlock<'_>], references: &[Reference], scopes: &[Scope]) -> Mapped {
    let texts: Vec<BlockText<'_>> = blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| !matches!(block.kind, Some(BlockKind::Math)))
        .map(|(index, block)| block.text_of(index))
        .collect();
    let works = Works::new(references);
    let cited = read_notes(blocks, &texts, &works);
    let mut candidates = Candidates::find(&texts, references, scopes, &works, &cited);
    candidates.bracketed =
        numeric::without_levels(&texts, std::mem::take(&mut candidates.bracketed), references.len());
    candidates.superscripts = numeric::without_note_marks(
        &texts,
        std::mem::take(&mut candidates.superscripts),
        &candidates.bracketed,
        numbers_of_notes(blocks),
    );
    let mut links: Vec<Link> = blocks
        .iter()
        .enumerate()
        .flat_map(|(block, own)| {
            own.links.iter().map(move |(range, reference)| Link {
                block,
                range: range.clone(),
                reference: *reference,
            })
        })
        .collect();
    for form in [&mut candidates.parenthesised, &mut candidates.superscripts] {
        complete_links::leave_out_unlinked(form, &links, references.len());
    }
    let form = candidates.dominant(references, &cited.pure);
    let mut surfaces = form.map(|form| candidates.take(form)).unwrap_or_default();
    match form {
        Some(Form::AuthorYear) => {
            let mut keys = conversion_artifacts::find(&texts, references);
            narrow(&mut keys, &texts, scopes);
            add_apart(&mut surfaces, keys);
            let mut bodies = texts
                .iter()
                .flat_map(|text| author_year::acronyms(*text, &candidates.years))
                .collect::<Vec<_>>();
            narrow(&mut bodies, &texts, scopes);
            add_apart(&mut surfaces, bodies);
        }
        Some(form @ (Form::Bracketed | Form::Parenthesised | Form::Superscript)) => {
            let named =
                texts.iter().flat_map(|text| numeric::named(*text, candidates.numbers(text))).collect();
            add_apart(&mut surfaces, named);
            // `[S1]` of a supplement's list.
            add_apart(&mut surfaces, std::mem::take(&mut candidates.labels));
            let raised = std::mem::take(&mut candidates.superscripts);
            // Beside footnotes raised numbers may be marks of several.
            let has_notes = blocks.iter().any(|block| block.kind == Some(BlockKind::Footnote));
            if form != Form::Superscript && !has_notes {
                add_apart(&mut surfaces, numeric::raised_lists(&texts, raised));
            }
        }
        // A supplement's list has letters before its numbers.
        Some(Form::Label) if !scopes.is_empty() => {
            add_apart(&mut surfaces, std::mem::take(&mut candidates.bracketed));
        }
        Some(Form::AuthorPage | Form::AuthorTitle) => {
            let mut bare: Vec<Surface> =
                texts.iter().flat_map(|text| author_page::bare_names(*text, &works, &surfaces)).collect();
            narrow(&mut bare, &texts, scopes);
            add_apart(&mut surfaces, bare);
        }
        _ => {}
    }
    let open: Vec<AmbiguousLink<'_>> = blocks
        .iter()
        .enumerate()
        .flat_map(|(block, own)| {
            own.ambiguous_links.iter().map(move |(range, candidates)| AmbiguousLink {
                block,
                range,
                candidates,
                text: own.text,
            })
        })
        .collect();
    links.extend(ambiguous_links::settled(&open, &surfaces, references));
    links.small_sort_by_key(|link| (link.block, link.range.start, link.range.end));
    if form == Some(Form::Note) {
        move_to_marks(&mut links, blocks, &cited.pure);
    }
    let cites: Vec<(usize, Range<usize>)> = blocks
        .iter()
        .enumerate()
        .flat_map(|(block, own)| own.cites.iter().map(move |range| (block, range.clone())))
        .collect();
    let plain: Vec<&str> = blocks.iter().map(|block| block.text).collect();
    add_unresolved(&mut surfaces, form, blocks, &texts, &links);
    leave_open(&mut surfaces, blocks);
    let mut laid = links::overlay(surfaces, &links, &cites, &plain, references);
    complete_links::without_unlinked_numbers(&mut laid, &links, references.len(), blocks);
    let style = match form {
        Some(Form::Bracketed | Form::Parenthesised) => CitationStyle::Numeric,
        Some(Form::Superscript) => CitationStyle::Superscript,
        Some(Form::AuthorYear) => CitationStyle::AuthorYear,
        Some(Form::AuthorPage | Form::AuthorTitle) => CitationStyle::AuthorPage,
        Some(Form::Label | Form::Identifier) => CitationStyle::Label,
        Some(Form::Note) => CitationStyle::Note,
        None => CitationStyle::Unknown,
    };
    let is_authority = |citation: &Citation| {
        let block = blocks.get(citation.block).filter(|_| citation.status == Mapping::Unmatched);
        block
            .is_some_and(|own| taxa::is_authority(own.text, &citation.range, &own.italics, !links.is_empty()))
    };
    let citations = laid
        .into_iter()
        .flat_map(|(surface, linked)| {
            unlisted_apart(surface).into_iter().map(move |own| citation(own, linked))
        })
        .filter(|citation| !is_authority(citation))
        .collect();
    Mapped { style, citations, cut: candidates.cut }
}

impl MapBlock<'_> {
    fn text_of(&self, index: usize) -> BlockText<'_> {
        BlockText {
            index,
            text: self.text,
            superscripts: &self.superscripts,
            formulas: &self.formulas,
            note_marks: &self.note_marks,
            scope: self.scope,
        }
    }
}

/// The numbers that notes begin with.
fn numbers_of_notes(blocks: &[MapBlock<'_>]) -> HashSet<u32> {
    let notes = blocks.iter().filter(|block| block.kind == Some(BlockKind::Footnote));
    notes.filter_map(|note| note.text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()).collect()
}

/// What the notes cite, if there are any.
fn read_notes(blocks: &[MapBlock<'_>], texts: &[BlockText<'_>], works: &Works) -> Cited {
    let notes: Vec<Note<'_>> = texts
        .iter()
        .filter_map(|text| {
            let block = blocks.get(text.index)?;
            (block.kind == Some(BlockKind::Footnote)).then_some(Note { block: *text, made: &block.made })
        })
        .collect();
    if notes.is_empty() {
        return Cited::default();
    }
    let mark = |text: &BlockText<'_>, range: &Range<usize>, note: usize| notes::Mark {
        block: text.index,
        range: range.clone(),
        note,
    };
    let mut marks: Vec<notes::Mark> = texts
        .iter()
        .flat_map(|text| text.note_marks.iter().map(|own| mark(text, &own.range, own.note)))
        .collect();
    if marks.is_empty() {
        marks = notes::marks_by_number(texts, &notes);
    }
    notes::find(&notes, &marks, works)
}

/// Links in a note that does nothing but cite are links of its mark.
fn move_to_marks(links: &mut [Link], blocks: &[MapBlock<'_>], pure: &HashSet<usize>) {
    let mut mark_of: HashMap<usize, (usize, &Range<usize>)> = HashMap::new();
    for (block, own) in blocks.iter().enumerate() {
        for mark in &own.note_marks {
            mark_of.entry(mark.note).or_insert((block, &mark.range));
        }
    }
    for link in links.iter_mut().filter(|link| pure.contains(&link.block)) {
        if let Some((block, range)) = mark_of.get(&link.block) {
            (link.block, link.range) = (*block, (*range).clone());
        }
    }
}

/// A number whose own link leads to something else is no number of an entry without doubt.
fn leave_open(surfaces: &mut [Surface], blocks: &[MapBlock<'_>]) {
    let elsewhere = blocks
        .iter()
        .enumerate()
        .flat_map(|(block, own)| own.elsewhere.iter().map(move |range| (block, range.clone(), ())));
    let elsewhere = Ranges::new(elsewhere);
    let by_number = |form| matches!(form, Form::Bracketed | Form::Parenthesised | Form::Superscript);
    for surface in surfaces.iter_mut().filter(|surface| by_number(surface.form)) {
        let block = surface.block;
        for part in &mut surface.parts {
            if let Target::Known(known) = &part.target
                && elsewhere.over(block, &part.range).next().is_some()
            {
                part.target = Target::OneOf(known.clone());
            }
        }
    }
}

/// Adds citations of works that the author's tools did not find, where nothing else is cited.
fn add_unresolved(
    surfaces: &mut Vec<Surface>,
    form: Option<Form>,
    blocks: &[MapBlock<'_>],
    texts: &[BlockText<'_>],
    links: &[Link],
) {
    let marked = blocks.iter().enumerate().flat_map(|(block, own)| {
        own.unresolved.iter().map(move |range| unresolved::marked(block, own.text, range))
    });
    let printed =
        texts.iter().flat_map(|text| form.map(|form| unresolved::find(*text, form)).unwrap_or_default());
    let cited = surfaces.iter().map(|own| (own.block, own.range.clone(), ()));
    let linked = links.iter().map(|link| (link.block, link.range.clone(), ()));
    let taken = Ranges::new(cited.chain(linked));
    let is_free = |own: &Surface| taken.over(own.block, &own.range).next().is_none();
    let mut found: Vec<Surface> = marked.chain(printed).filter(is_free).collect();
    found.small_sort_by_key(|surface| (surface.block, surface.range.start));
    found.dedup_by(|later, first| later.block == first.block && overlap(&later.range, &first.range));
    surfaces.append(&mut found);
    surfaces.small_sort_by_key(|surface| (surface.block, surface.range.start));
}

/// Adds citations that were found apart: to the surface around them where there is one.
fn add_apart(surfaces: &mut Vec<Surface>, apart: Vec<Surface>) {
    let placed = surfaces.iter().enumerate();
    let placed = Ranges::new(placed.map(|(index, surface)| (surface.block, surface.range.clone(), index)));
    let mut extra = Vec::new();
    for other in apart {
        let around = placed.over(other.block, &other.range).next();
        match around.map(|index| &mut surfaces[*index]) {
            Some(own) if own.parts.iter().any(|part| overlap(&part.range, &other.range)) => {}
            Some(own) => own.parts.extend(other.parts),
            None => extra.push(other),
        }
    }
    surfaces.append(&mut extra);
    surfaces.small_sort_by_key(|surface| (surface.block, surface.range.start));
}

/// What each finder found.
#[derive(Debug)]
struct Candidates {
    /// By scope; one where all may cite all.
    numbers: Vec<Numbers>,
    bracketed: Vec<Surface>,
    parenthesised: Vec<Surface>,
    superscripts: Vec<Surface>,
    author_year: Vec<Surface>,
    author_page: Vec<Surface>,
    notes: Vec<Surface>,
    labels: Vec<Surface>,
    identified: Vec<Surface>,
    no_numbers: Numbers,
    years: Years,
    /// A finder stopped before the end of the document.
    cut: bool,
}

impl Candidates {
    fn find(
        texts: &[BlockText<'_>],
        references: &[Reference],
        scopes: &[Scope],
        works: &Works,
        cited: &Cited,
    ) -> Self {
        let numbers = if scopes.is_empty() {
            vec![Numbers::of(references, texts)]
        } else {
            scopes.iter().map(|scope| Numbers::within(references, scope)).collect()
        };
        let years = Years::new(references, texts.iter().map(|text| text.text));
        let labels = Labels::new(references);
        let identified = Identified::new(references);
        let mut found = Self {
            bracketed: Vec::new(),
            parenthesised: Vec::new(),
            superscripts: Vec::new(),
            author_year: Vec::new(),
            author_page: Vec::new(),
            notes: cited.surfaces.clone(),
            labels: Vec::new(),
            identified: Vec::new(),
            no_numbers: Numbers::default(),
            cut: false,
            numbers,
            years,
        };
        let mut bounds = [0; 7];
        for text in texts.iter().copied() {
            let numbers = found.numbers(&text);
            let [bracketed, parenthesised, raised, by_year, by_page, by_label, by_identifier] = &mut bounds;
            let of_numbers = [
                bounded(bracketed, || numeric::bracketed(text, numbers)),
                bounded(parenthesised, || numeric::parenthesised(text, numbers)),
                bounded(raised, || numeric::superscripts(text, numbers)),
            ];
            let [bracketed, parenthesised, superscripts] = of_numbers;
            found.bracketed.extend(bracketed);
            found.parenthesised.extend(parenthesised);
            found.superscripts.extend(superscripts);
            let by_names = bounded(by_year, || author_year::find(text, &found.years));
            found.author_year.extend(by_names);
            found.author_page.extend(bounded(by_page, || author_page::find(text, works)));
            found.labels.extend(bounded(by_label, || label::find(text, &labels)));
            found.identified.extend(bounded(by_identifier, || identified::find(text, &identified)));
        }
        found.cut = bounds.iter().any(|targets| *targets > MOST_TARGETS);
        for surfaces in [
            &mut found.author_year,
            &mut found.author_page,
            &mut found.labels,
            &mut found.identified,
            &mut found.notes,
        ] {
            narrow(surfaces, texts, scopes);
        }
        found
    }

    /// What numbers mean in a block.
    fn numbers(&self, text: &BlockText<'_>) -> &Numbers {
        self.numbers.get(text.scope).unwrap_or(&self.no_numbers)
    }

    fn take(&mut self, form: Form) -> Vec<Surface> {
        std::mem::take(match form {
            Form::Bracketed => &mut self.bracketed,
            Form::Parenthesised => &mut self.parenthesised,
            Form::Superscript => &mut self.superscripts,
            Form::AuthorYear => &mut self.author_year,
            Form::AuthorPage | Form::AuthorTitle => &mut self.author_page,
            Form::Note => &mut self.notes,
            Form::Label => &mut self.labels,
            Form::Identifier => &mut self.identified,
        })
    }

    /// The style that accounts for most of the reference list; mentions break ties. What stands in notes that do
    /// nothing but cite speaks for notes alone.
    fn dominant(&self, references: &[Reference], pure: &HashSet<usize>) -> Option<Form> {
        let total = references.len().max(1) as f64;
        let score = |surfaces: &[Surface], trust: f64, floor: f64| {
            let outside: Vec<&Surface> =
                surfaces.iter().filter(|surface| !pure.contains(&surface.block)).collect();
            // Numbers are numbers of references even where a damaged list leaves open of which.
            let meant = |surface: &Surface| match surface.form {
                Form::Bracketed => surface.known_or_candidates().collect::<Vec<usize>>(),
                // A name with a year that fits several entries (`2017a`, `2017b`) is a mention of one.
                Form::AuthorYear if surface.known().next().is_none() => {
                    surface.known_or_candidates().take(1).collect()
                }
                _ => surface.known().collect(),
            };
            // `(18 to 64)` may be an age: a range of so many works says nothing of the form.
            let is_telling = |meant: &Vec<usize>, surface: &Surface| {
                surface.form != Form::Parenthesised || meant.len() <= MOST_MEANT
            };
            let meant: Vec<Vec<usize>> = outside
                .iter()
                .map(|surface| (meant(surface), *surface))
                .filter(|(meant, surface)| is_telling(meant, surface))
                .map(|(meant, _)| meant)
                .collect();
            let known: HashSet<usize> = meant.iter().flatten().copied().collect();
            let coverage = known.len() as f64 / total;
            let mentions = meant.iter().filter(|meant| !meant.is_empty()).count() as f64;
            let mentions = mentions.min(2.0 * total) / (2.0 * total);
            if coverage < floor || known.is_empty() { 0.0 } else { trust * (coverage + 0.3 * mentions) }
        };
        // `(Abel 2001)`: the year of an entry is no page.
        let dated = self.author_year.iter().filter(|surface| surface.known().next().is_some());
        let paged = apart_from(&self.author_page, dated);
        // `[1]` that leads to a note is no number of an entry.
        let marks = self.notes.iter().filter(|surface| !pure.contains(&surface.block));
        let numbered = apart_from(&self.bracketed, marks);
        // Numbers in round brackets, superscripts and names alone are often something else: they must cover much of
        // the list. Names with titles are nothing else.
        let titled = self.author_page.iter().filter(|surface| surface.form == Form::AuthorTitle).count();
        let page_floor = if titled >= 3 && titled * 2 > self.author_page.len() { 0.0 } else { 0.2 };
        let numbers =
            if are_pages(&self.parenthesised, references) { &[] } else { self.parenthesised.as_slice() };
        let scores = [
            (Form::Note, score(&self.notes, 1.1, 0.2)),
            (Form::AuthorYear, score(&self.author_year, 1.1, 0.0)),
            (Form::Label, score(&self.labels, 1.1, 0.0)),
            (Form::Identifier, score(&self.identified, 1.0, 0.2)),
            (Form::Bracketed, score(&numbered, 1.0, 0.0)),
            (Form::Superscript, score(&self.superscripts, 0.9, 0.25)),
            (Form::AuthorPage, score(&paged, 0.85, page_floor)),
            (Form::Parenthesised, score(numbers, 0.8, 0.3)),
        ];
        let best = scores.iter().max_by(|left, right| left.1.total_cmp(&right.1))?;
        // Where each name with its year fits several entries, they are citations all the same.
        let doubtful = || {
            let mut outside = self.author_year.iter().filter(|surface| !pure.contains(&surface.block));
            outside.any(|surface| surface.known_or_candidates().next().is_some())
        };
        if best.1 > 0.0 { Some(best.0) } else { doubtful().then_some(Form::AuthorYear) }
    }
}

/// Whether numbers in round brackets are pages of works that the text names: `writes that it glows (119)`. They go beyond a list that prints
/// no numbers and is in the order of its authors.
fn are_pages(surfaces: &[Surface], references: &[Reference]) -> bool {
    let beyond =
        surfaces.iter().filter(|own| own.parts.iter().any(|part| part.target == Target::Nothing)).count();
    let first = |reference: &Reference| reference.authors.first().map(|first| first.family.to_lowercase());
    let pairs = || references.windows(2).filter_map(|pair| Some((first(&pair[0])?, first(&pair[1])?)));
    let (all, in_order) = (pairs().count(), pairs().filter(|(one, other)| one <= other).count());
    beyond * 5 >= surfaces.len()
        && references.iter().all(|reference| reference.label.is_none())
        && all >= 8
        && in_order * 5 >= all * 4
}

/// Where a document has several lists, a name that entries of two lists have means the entry of the block's own list; one
/// that only another section's list has may mean that one.
fn narrow(surfaces: &mut [Surface], texts: &[BlockText<'_>], scopes: &[Scope]) {
    if scopes.is_empty() {
        return;
    }
    let of_block: HashMap<usize, usize> = texts.iter().map(|text| (text.index, text.scope)).collect();
    let members: Vec<[HashSet<usize>; 2]> = scopes
        .iter()
        .map(|scope| [&scope.own, &scope.near].map(|members| members.iter().copied().collect()))
        .collect();
    let by_number = |form| matches!(form, Form::Bracketed | Form::Parenthesised | Form::Superscript);
    for surface in surfaces.iter_mut().filter(|surface| !by_number(surface.form)) {
        let scope = of_block.get(&surface.block).and_then(|scope| members.get(*scope));
        let Some(scope) = scope else { continue };
        for part in &mut surface.parts {
            let (several, all) = match &part.target {
                Target::Known(known) => (known, known.len()),
                Target::OneOf(candidates) => (candidates, 1),
                Target::Nothing => continue,
            };
            let within = scope.iter().find_map(|members| {
                let within: Vec<usize> =
                    several.iter().copied().filter(|member| members.contains(member)).collect();
                (within.len() >= all).then_some(within)
            });
            part.target = match (within, &part.target) {
                (Some(within), Target::OneOf(_)) if within.len() > 1 => Target::OneOf(within),
                (Some(within), _) => Target::Known(within),
                (None, _) => Target::OneOf(several.clone()),
            };
        }
    }
}

/// What a finder finds in one more block; nothing once it has pointed at more than [`MOST_TARGETS`].
fn bounded(targets: &mut usize, find: impl FnOnce() -> Vec<Surface>) -> Vec<Surface> {
    let found = if *targets <= MOST_TARGETS { find() } else { Vec::new() };
    *targets += found.iter().map(Surface::weight).sum::<usize>();
    found
}

/// The surfaces that share no byte with others.
fn apart_from<'a>(surfaces: &[Surface], others: impl Iterator<Item = &'a Surface>) -> Vec<Surface> {
    let others = Ranges::new(others.map(|other| (other.block, other.range.clone(), ())));
    let is_apart = |surface: &&Surface| others.over(surface.block, &surface.range).next().is_none();
    surfaces.iter().filter(is_apart).cloned().collect()
}

/// Parts of a group of names that fit no entry, each run of them as a citation of its own: the rest of the group is no
/// citation of theirs, and nothing of it vanishes.
fn unlisted_apart(surface: Surface) -> Vec<Surface> {
    let is_unlisted = |part: &Part| part.target == Target::Nothing;
    let unlisted = surface.parts.iter().filter(|part| is_unlisted(part)).count();
    let in_order = surface.parts.windows(2).all(|pair| {
        pair[0].range.end <= pair[1].range.start || is_unlisted(&pair[0]) == is_unlisted(&pair[1])
    });
    if surface.form != Form::AuthorYear || !in_order || unlisted == 0 || unlisted == surface.parts.len() {
        return vec![surface];
    }
    let runs = surface.parts.chunk_by(|left, right| is_unlisted(left) == is_unlisted(right));
    let own = runs.filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        let range = first.range.start..last.range.end;
        let narrative = surface.narrative && range.start <= surface.range.start;
        Some(Surface { range, parts: run.to_vec(), narrative, ..surface.clone() })
    });
    own.collect()
}

fn citation(surface: Surface, linked: bool) -> Citation {
    let mut references = Vec::new();
    let mut candidates = Vec::new();
    for part in &surface.parts {
        match &part.target {
            Target::Known(known) => references.extend(known.iter().copied()),
            Target::OneOf(several) => candidates.extend(several.iter().copied()),
            Target::Nothing => {}
        }
    }
    let mut seen = HashSet::new();
    references.retain(|reference| seen.insert(*reference));
    candidates.retain(|reference| seen.insert(*reference));
    candidates.truncate(MOST_CANDIDATES);
    let status = if linked && !references.is_empty() {
        Mapping::Linked
    } else if !candidates.is_empty() {
        Mapping::Ambiguous { candidates }
    } else if references.is_empty() {
        Mapping::Unmatched
    } else {
        Mapping::Matched
    };
    Citation {
        id: String::new(),
        block: surface.block,
        range: surface.range,
        sentence: 0,
        references,
        status,
        narrative: surface.narrative,
    }
}
