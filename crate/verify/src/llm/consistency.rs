//! Self-consistency: several samples of one request, one majority, no sample more than can change it (BibAgent, section 3.2, phase IV).

use futures_util::future::join_all;

use super::structured::{Asked, ask};
use super::vote::{Standing, Vote};
use super::{Complete, CompleteError, Request, Usage};

/// What samples came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<T, L> {
    /// The label of the majority and its share of the planned samples; none if no label reached the needed share.
    pub majority: Option<(L, f64)>,
    /// The valid samples, in order.
    pub samples: Vec<T>,
    /// Samples that were void.
    pub void: usize,
    /// What they took.
    pub usage: Usage,
}

/// Samples until the majority stands: at once as many as it needs in any case, then one by one.
///
/// # Errors
/// [`CompleteError`] if the endpoint does not answer: what is not asked in full is not decided.
pub async fn consistent<T, L: Ord + Clone, E: std::fmt::Display>(
    model: &dyn Complete,
    request: &Request,
    planned: usize,
    needed: f64,
    read: impl Fn(&str) -> Result<T, E>,
    label: impl Fn(&T) -> L,
) -> Result<Outcome<T, L>, CompleteError> {
    let mut vote = Vote::new(planned);
    let mut outcome = Outcome { majority: None, samples: Vec::new(), void: 0, usage: Usage::default() };
    let mut next = 0;
    loop {
        match vote.standing(needed) {
            Standing::Open => {}
            Standing::Decided(label, share) => {
                outcome.majority = Some((label, share));
                return Ok(outcome);
            }
            Standing::Undecided => return Ok(outcome),
        }
        let count = vote.needed_at_least(needed).clamp(1, planned.saturating_sub(next).max(1));
        let requests: Vec<Request> = (next..next + count)
            .map(|sample| Request { sample: u32::try_from(sample).unwrap_or(u32::MAX), ..request.clone() })
            .collect();
        next += count;
        let asked = join_all(requests.iter().map(|request| ask(model, request, &read))).await;
        for asked in asked {
            let Asked { answer, usage, .. } = asked?;
            outcome.usage += usage;
            match answer {
                Ok(sample) => {
                    vote.count(Some(label(&sample)));
                    outcome.samples.push(sample);
                }
                Err(_) => {
                    outcome.void += 1;
                    vote.count(None);
                }
            }
        }
    }
}
