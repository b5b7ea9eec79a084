//! What the tools do, on their own thread.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use citelight::attribute::agent::AgentSettings;
use citelight::attribute::{CitingPaper, Excerpt};
use citelight::audit::counts::CitationClass;
use citelight::audit::view::view_of;
use citelight::cite::{Asked, Choice, classify, line};
use citelight::export::report::{ReportLanguage, Row, rows, state};
use citelight::export::{CheckExport, CheckedEntry, MapExport, Policy};
use citelight::sources::api::ApiName;

use super::folders::Folders;
use super::reports::{Report, Reports};
use super::types::{
    BibliographyInput, BibliographyResult, CiteInput, CiteResult, CitedWork, DocumentInput, DocumentResult,
    EntryResult, ExplainInput, ExplainResult, FindInput, FindResult, FindingResult, FoundWork,
    ListedReference, MapResult, MappedCitation, PassageResult,
};
use crate::args::McpOptions;
use crate::article::Article;
use crate::bib::{self, Sources};
use crate::check::ENDPOINT;
use crate::cite::{Cited, cite};
use crate::explain;
use crate::failure::Failure;
use crate::find::Places;
use crate::host::{NativeHost, open_index, read_records};
use crate::network::Network;
use crate::output::{cut, plain};

/// Candidates of a search that are given.
const CANDIDATES: usize = 5;
/// Characters of an abstract that are given.
const SUMMARY: usize = 400;
/// Characters of a passage that are given.
const PASSAGE: usize = 600;
/// Name of what came as text.
const TEXT: &str = "text";

/// What the tools work with.
pub(super) struct Tools {
    options: McpOptions,
    folders: Folders,
    network: Option<Rc<Network>>,
    sources: Sources,
    policy: Policy,
    places: Option<Places>,
    /// Loaded when a document is checked for the first time: most sessions check none.
    host: Option<NativeHost>,
}

impl Tools {
    /// Everything that needs no models.
    pub(super) fn open(options: McpOptions) -> Result<Self, Failure> {
        if options.offline && options.with.judging.endpoint.is_named() {
            return Err(Failure::Offline(ENDPOINT));
        }
        let folders = Folders::open(&options.folders)?;
        let policy = crate::policy::of(&options.policy)?;
        let records = &options.with.records;
        let network = match options.offline {
            true => None,
            false => Some(Rc::new(Network::open(&options.network)?)),
        };
        let sources = match &network {
            Some(network) if records.is_empty() => Sources::of_network(Rc::clone(network)),
            _ => Sources::of_files(read_records(records)?, options.with.complete_records),
        };
        let sources = sources.with_index(open_index(&options.with.index)?);
        Ok(Self { options, folders, network, sources, policy, places: None, host: None })
    }

    pub(super) fn check_bibliography(
        &mut self,
        input: BibliographyInput,
        reports: &Reports,
    ) -> Result<BibliographyResult, Failure> {
        let file = match given(input.path.as_deref(), input.text)? {
            Given::Path(path) => bib::read_file(&self.folders.find(path)?)?,
            Given::Text(text) => bib::of_text(text)?,
        };
        let export = bib::checked(&[file], &self.sources, input.strict, &self.policy);
        // Entries that are right in every respect are only counted.
        let told = export
            .entries
            .iter()
            .filter(|entry| entry.deserves_a_look() || !entry.hints.is_empty() || entry.fix.is_some());
        let entries = told.map(entry_result).collect();
        let summary = export.summary;
        let report = reports.keep(Report::Bibliography(Arc::new(export)));
        Ok(BibliographyResult { summary, entries, report })
    }

    pub(super) fn map_citations(
        &mut self,
        input: &DocumentInput,
        reports: &Reports,
    ) -> Result<MapResult, Failure> {
        let export = MapExport::new(view_of(&self.article(input)?.parse(false)?));
        let references = export.references.iter();
        let references =
            references.map(|one| ListedReference { id: one.id.clone(), text: plain(&one.raw) }).collect();
        let citations = export.citations.iter().map(|one| MappedCitation {
            id: one.id.clone(),
            marker: plain(&one.surface),
            sentence: plain(&one.sentence),
            references: one.references.clone(),
        });
        let citations = citations.collect();
        let anomalies = export.anomalies.iter().map(|anomaly| plain(&anomaly.hint)).collect();
        let title = export.title.as_deref().map(plain);
        let report = reports.keep(Report::Map(Arc::new(export)));
        Ok(MapResult { title, references, citations, anomalies, report })
    }

    pub(super) fn check_document(
        &mut self,
        input: &DocumentInput,
        reports: &Reports,
    ) -> Result<DocumentResult, Failure> {
        let article = self.article(input)?;
        let document = article.parse(false)?;
        let host = self.host()?;
        let report = host.audit(&document, &mut |_| {});
        let origin = input.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
        let export =
            CheckExport::new(report, host.models.names()).with_origin(origin.as_deref().unwrap_or(TEXT));
        let english = ReportLanguage::default();
        let findings = rows(&export).filter(|row| needs_a_look(row.class)).map(|row| finding_result(&row));
        let findings = findings.collect();
        let title = export.map.title.as_deref().map(plain);
        let summary = state(&export, &english);
        let notices = export.notices.iter().map(|notice| plain(&notice.message)).collect();
        let report = reports.keep(Report::Document(Arc::new(export)));
        Ok(DocumentResult { title, summary, notices, findings, report })
    }

    pub(super) fn cite(&mut self, input: &CiteInput) -> Result<CiteResult, Failure> {
        let network = self.network.as_ref().ok_or_else(|| offline("works are looked up"))?;
        let works =
            input.queries.iter().map(|query| {
                let work = |citation: Option<String>, candidates: Vec<String>, failures: Vec<String>| {
                    CitedWork { query: query.clone(), citation, candidates, failures }
                };
                // What an agent was made to read must not make it send words to an address of somebody's choice.
                let has_server = network.client().settings().is_configured(ApiName::Zotero);
                if matches!(classify(query), Asked::Page(_)) && !has_server {
                    let reason = "pages are fetched by `citelight cite` alone; give the work's DOI or title";
                    return work(None, Vec::new(), vec![reason.to_owned()]);
                }
                match network.run(cite(query, input.format, false, network)) {
                    Cited::Written(text) => work(Some(text.trim().to_owned()), Vec::new(), Vec::new()),
                    Cited::Open(Choice::Several(works)) => {
                        work(None, works.iter().map(|record| plain(&line(record))).collect(), Vec::new())
                    }
                    Cited::Open(_) => work(None, Vec::new(), Vec::new()),
                    Cited::Failed(failures) => work(None, Vec::new(), failures),
                }
            });
        Ok(CiteResult { works: works.collect() })
    }

    pub(super) fn find_source(&mut self, input: &FindInput) -> Result<FindResult, Failure> {
        let paper = CitingPaper { title: input.paper.clone(), year: input.year, ..CitingPaper::default() };
        let excerpt = Excerpt::parse(&input.excerpt, paper).map_err(|error| Failure::Excerpt {
            excerpt: cut(&input.excerpt, 60),
            reason: error.to_string(),
        })?;
        self.load()?;
        if self.places.is_none() {
            let records = &self.options.with.records;
            self.places = Some(match &self.network {
                Some(network) if records.is_empty() => Places::of_network(Rc::clone(network)),
                _ => Places::of_records(records)?,
            });
        }
        let (Some(places), Some(host)) = (&self.places, &self.host) else {
            return Err(offline("sources are looked for"));
        };
        let mut found = places.find(excerpt, &AgentSettings::default(), host.models.as_models().embed)?;
        found.candidates.truncate(input.top.unwrap_or(CANDIDATES));
        let candidates = found.candidates.iter().map(|candidate| FoundWork {
            work: plain(&line(&candidate.record)),
            summary: candidate.record.abstract_text.as_deref().map(|text| cut(text, SUMMARY)),
        });
        let candidates = candidates.collect();
        Ok(FindResult { candidates, is_selected: found.selected.is_some(), failures: found.failures })
    }

    pub(super) fn explain(
        &mut self,
        input: &ExplainInput,
        reports: &Reports,
    ) -> Result<ExplainResult, Failure> {
        let Some(Report::Document(export)) = reports.find(&input.report) else {
            let reason =
                "no report of `check_document` has this address; check the document again".to_owned();
            return Err(Failure::Malformed { what: "the report", path: input.report.clone().into(), reason });
        };
        let mut out = Vec::new();
        explain::write(&export, input.finding.as_deref(), Path::new(&input.report), &mut out)?;
        Ok(ExplainResult { explanation: String::from_utf8_lossy(&out).into_owned() })
    }

    fn article(&self, input: &DocumentInput) -> Result<Article, Failure> {
        match given(input.path.as_deref(), input.text.clone())? {
            Given::Path(path) => Article::read(&self.folders.find(path)?),
            Given::Text(text) => Ok(Article::of_text(Path::new(TEXT), text)),
        }
    }

    fn host(&mut self) -> Result<&NativeHost, Failure> {
        self.load()?;
        self.host.as_ref().ok_or_else(|| offline("documents are checked"))
    }

    fn load(&mut self) -> Result<(), Failure> {
        if self.host.is_some() {
            return Ok(());
        }
        let mut host = NativeHost::load(&self.options.with)?;
        if let Some(network) = &self.network {
            host.go_online(Rc::clone(network));
        }
        self.host = Some(host);
        Ok(())
    }
}

/// What a tool is given: a path or a text.
enum Given<'a> {
    Path(&'a Path),
    Text(String),
}

fn given(path: Option<&Path>, text: Option<String>) -> Result<Given<'_>, Failure> {
    match (path, text) {
        (Some(path), None) => Ok(Given::Path(path)),
        (None, Some(text)) => Ok(Given::Text(text)),
        _ => Err(Failure::Server("give either a path or a text".to_owned())),
    }
}

fn offline(what: &str) -> Failure {
    Failure::Server(format!(
        "this server was started with --offline; {what} on the network, so start it without"
    ))
}

fn entry_result(entry: &CheckedEntry) -> EntryResult {
    EntryResult {
        key: plain(&entry.key),
        line: entry.line,
        verdict: plain(&bib::verdict(entry)),
        problem: entry.problem,
        level: entry.level,
        reasons: entry.reasons.clone(),
        hints: entry.hints.clone(),
        record: entry.record.as_ref().map(|record| plain(&line(record))),
        corrected: entry.fix.as_ref().and_then(|fix| fix.bibtex.clone()),
        failures: entry.failures.clone(),
    }
}

fn needs_a_look(class: CitationClass) -> bool {
    !matches!(
        class,
        CitationClass::Supported
            | CitationClass::Unchecked
            | CitationClass::Undecidable
            | CitationClass::Dismissed
    )
}

fn finding_result(row: &Row<'_>) -> FindingResult {
    let finding = row.finding;
    let evidence = finding.evidence.iter().take(2).map(|evidence| PassageResult {
        text: cut(&evidence.text, PASSAGE),
        origin: plain(&evidence.place.origin),
    });
    FindingResult {
        finding: format!("{}/{}", finding.citation, finding.reference),
        class: row.class.words().to_owned(),
        marker: plain(row.marker()),
        sentence: plain(row.sentence()),
        reference: plain(row.entry()),
        message: plain(&finding.message),
        evidence: evidence.collect(),
    }
}
