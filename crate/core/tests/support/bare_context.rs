//! An [`AuditContext`] without sources, texts or models.

use citelight::audit::AuditContext;
use citelight::verify::Models;

use crate::no_pause::NoPause;

pub(crate) fn bare_context() -> AuditContext<'static> {
    AuditContext {
        sources: &[],
        register: None,
        texts: &[],
        literature: None,
        claim_search: None,
        models: Models::default(),
        endpoint: None,
        clock: &NoPause,
        judged_at_once: 1,
    }
}
