//! A [`Home`] without sources, texts or models.

use citelight::audit::Home;
use citelight::verify::Models;

use crate::no_pause::NoPause;

pub(crate) fn bare_home() -> Home<'static> {
    Home {
        sources: &[],
        register: None,
        texts: &[],
        literature: None,
        models: Models::default(),
        clock: &NoPause,
        judged_at_once: 1,
    }
}
