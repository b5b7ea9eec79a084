//! `citelight watch`: looks again at published findings and tells which cited works were retracted since.

mod findings;
mod news;
mod state;
mod webhook;

use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream;

use crate::args::{Format, WatchOptions};
use crate::failure::Failure;
use crate::host::open_index;
use crate::network::{Network, SystemTime};
use crate::output;
use findings::Watched;
use news::{News, notices_about};
use state::State;
use webhook::Webhook;

/// Works that are asked about at once; the sources' own limits always hold.
const AT_ONCE: usize = 32;
const HOUR: Duration = Duration::from_secs(3600);

pub(crate) fn run(options: &WatchOptions) -> Result<ExitCode, Failure> {
    let webhook = options.webhook.as_deref().map(Webhook::open).transpose()?;
    let network = Rc::new(Network::open(&options.network)?);
    loop {
        let outcome = look(options, &network, webhook.as_ref())?;
        let Some(hours) = options.every else { return Ok(outcome.into()) };
        std::thread::sleep(HOUR * hours);
    }
}

/// How a look ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Everybody answered, and whoever wanted to know was told.
    Whole,
    /// Some works could not be asked about, or some news not told: the next look tries again.
    Incomplete,
}

impl From<Look> for ExitCode {
    fn from(look: Look) -> Self {
        match look {
            Look::Whole => Self::SUCCESS,
            Look::Incomplete => Self::from(2),
        }
    }
}

fn look(options: &WatchOptions, network: &Network, webhook: Option<&Webhook>) -> Result<Look, Failure> {
    let watched = findings::read(&options.files)?;
    let opened = open_index(&options.index)?;
    let index = opened.as_ref();
    let mut state = State::open(&options.state)?;
    let heard: Vec<(Watched, _)> = network.run(async {
        let asked = watched.into_iter().map(|watched| async move {
            let notices = notices_about(&watched.record, network, index).await;
            (watched, notices)
        });
        stream::iter(asked).buffered(AT_ONCE).collect().await
    });
    let mut look = Look::Whole;
    let mut asked = 0;
    for (watched, (notices, failure)) in heard {
        let today = SystemTime::today();
        let news = notices.iter().filter_map(|notice| News::of(&watched, notice, today));
        news.for_each(|news| state.add(news));
        match failure {
            None => asked += 1,
            Some(reason) => {
                look = Look::Incomplete;
                anstream::eprintln!("citelight: {}", output::plain(&reason));
            }
        }
    }
    // What is to be told is kept before it is told: a look that is cut off forgets nothing.
    state.save()?;
    let told = tell(&mut state, options.format, network, webhook)?;
    let left = state.pending();
    if left > 0 {
        look = Look::Incomplete;
    }
    anstream::eprintln!(
        "{asked} works looked up, {told} notices delivered, {left} still to deliver; {}",
        network.summary()
    );
    Ok(look)
}

/// Tells what is pending, one after the other; what was told is kept at once.
fn tell(
    state: &mut State,
    format: Format,
    network: &Network,
    webhook: Option<&Webhook>,
) -> Result<usize, Failure> {
    let mut told = 0;
    while let Some(news) = state.next().cloned() {
        match webhook {
            Some(webhook) => {
                if let Err(reason) = network.run(webhook.deliver(&news)) {
                    anstream::eprintln!("citelight: {}", output::plain(&reason));
                    break;
                }
            }
            None => match format {
                Format::Text => anstream::println!("{}", output::plain(&news.sentence())),
                Format::Json => anstream::println!("{}", serde_json::to_string(&news)?),
            },
        }
        state.told(&news);
        state.save()?;
        told += 1;
    }
    Ok(told)
}
