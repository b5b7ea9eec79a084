//! Pages of a PDF without a text layer, read off their images by the endpoint's model (BibAgent C.2.1): only where the reader
//! chose it, since the pages themselves are sent.
//!
//! What the model writes joins the document as text at its page and is read and checked as any other. A page whose answer is of no
//! use, or that does not pass the verifier, stays as it was, and why is told.

use futures_util::stream::{self, StreamExt};

use super::waiting::WAITING_AT_ONCE;
use citelight_document::document::pdf::{PdfText, TranscribedBlock, parse_pdf};
use citelight_document::document::{Anomaly, AnomalyKind, Document, Severity};
use citelight_inference::LocalFuture;
use citelight_verify::llm::structured::{Asked, ask};
use citelight_verify::llm::transcription::{self, PROMPT_VERSION, VoidAnswer};
use citelight_verify::llm::{Complete, Image, Usage};

/// Pages of a document that are sent at most, unless somebody says otherwise.
pub const MOST_PAGES: u16 = 20;

/// An image of a page, and the code that is printed below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageImage {
    /// What is sent.
    pub image: Image,
    /// What an answer must give.
    pub code: String,
}

/// Who draws pages: given by whoever has the file.
pub trait DrawPage {
    /// A page, from 0.
    ///
    /// # Errors
    /// Why it cannot be drawn, as the part of a sentence.
    fn draw(&self, page: usize) -> LocalFuture<'_, Result<PageImage, String>>;
}

/// A text layer after its empty pages were put to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct PagesRead {
    /// The text layer, with what came of each page.
    pub text: PdfText,
    /// Pages without text, and how many of them were read.
    pub empty: usize,
    /// Those that were read.
    pub read: usize,
    /// What it took.
    pub usage: Usage,
}

/// Has the pages without text read off their images, at most so many: the first alone, since an endpoint may take no images, the
/// others side by side.
pub async fn read_pages(
    text: &PdfText,
    origin: &str,
    images: &dyn DrawPage,
    most: usize,
    model: &dyn Complete,
) -> PagesRead {
    let pages: Vec<usize> = text.pages_without_text().collect();
    let mut done = PagesRead { text: text.clone(), empty: pages.len(), read: 0, usage: Usage::default() };
    let (asked, left_out) = pages.split_at(most.min(pages.len()));
    let mut known = parse_pdf(text, origin, false).map(|document| damage(&document)).unwrap_or_default();
    let mut left = asked.iter();
    let mut stopped: Option<String> = None;
    let read = |page: &usize| read_page(*page, images, model);
    if let Some(first) = left.next() {
        let answer = read(first).await;
        stopped = take(&mut done, &mut known, origin, *first, answer, model.model()).err();
    }
    if stopped.is_none() {
        let mut answers = stream::iter(left.clone()).map(read).buffered(WAITING_AT_ONCE);
        while let Some(answer) = answers.next().await {
            let Some(page) = left.next() else { break };
            stopped = take(&mut done, &mut known, origin, *page, answer, model.model()).err();
            if stopped.is_some() {
                break;
            }
        }
    }
    if let Some(reason) = stopped {
        left.for_each(|page| done.text.leave_unread(*page, &reason));
    }
    for page in left_out {
        done.text.leave_unread(*page, format!("limit of pages sent as images: {most}"));
    }
    done
}

/// A page's blocks, or why it has none, with what asking took; an error where the endpoint gave no answer.
type Answered = Result<(Result<Vec<TranscribedBlock>, String>, Usage), String>;

fn read_page<'a>(
    page: usize,
    images: &'a dyn DrawPage,
    model: &'a dyn Complete,
) -> LocalFuture<'a, Answered> {
    Box::pin(async move {
        let PageImage { image, code } = match images.draw(page).await {
            Ok(image) => image,
            Err(reason) => return Ok((Err(reason), Usage::default())),
        };
        let request = transcription::request(&image, page + 1);
        let read = |answer: &str| transcription::read(answer, &code);
        let asked: Asked<Vec<TranscribedBlock>, VoidAnswer> =
            ask(model, &request, read).await.map_err(|error| error.cause())?;
        let void = |fault: VoidAnswer| format!("the answer of {} cannot be used: {fault}", model.model());
        Ok((asked.answer.map_err(void), asked.usage))
    })
}

/// What an answer comes to; an error where the endpoint gave none, and would give none about the next page either.
fn take(
    done: &mut PagesRead,
    known: &mut Vec<Anomaly>,
    origin: &str,
    page: usize,
    answer: Answered,
    model: &str,
) -> Result<(), String> {
    let (blocks, usage) = answer.inspect_err(|reason| done.text.leave_unread(page, reason))?;
    done.usage += usage;
    match blocks {
        Ok(blocks) => join(done, known, origin, page, &blocks, model),
        Err(reason) => done.text.leave_unread(page, reason),
    }
    Ok(())
}

/// Joins a page to the text, if the verifier finds no more damage in the document with it than is known without it.
fn join(
    done: &mut PagesRead,
    known: &mut Vec<Anomaly>,
    origin: &str,
    page: usize,
    blocks: &[TranscribedBlock],
    model: &str,
) {
    let mut joined = done.text.clone();
    joined.transcribe(page, blocks, &format!("{model} ({PROMPT_VERSION})"));
    let found = parse_pdf(&joined, origin, false).map(|document| damage(&document));
    let is_known =
        |anomaly: &Anomaly| known.iter().any(|own| own.kind == anomaly.kind && own.place == anomaly.place);
    let fault = match &found {
        Ok(found) => found.iter().find(|anomaly| !is_known(anomaly)).map(|anomaly| anomaly.hint.clone()),
        Err(error) => Some(error.to_string()),
    };
    match fault {
        Some(fault) => {
            done.text.leave_unread(page, format!("what {model} read does not pass the check: {fault}"))
        }
        None => {
            done.text = joined;
            done.read += 1;
            *known = found.unwrap_or_default();
        }
    }
}

/// What the verifier finds that a page which was misread would bring.
fn damage(document: &Document) -> Vec<Anomaly> {
    let is_damage = |anomaly: &&Anomaly| match anomaly.kind {
        // What was dropped since it stood there twice is told as an info, but a page that repeats another was not read off it.
        AnomalyKind::DuplicateText => true,
        AnomalyKind::ConverterError | AnomalyKind::Truncated => anomaly.severity != Severity::Info,
        _ => false,
    };
    document.anomalies.iter().filter(is_damage).cloned().collect()
}
