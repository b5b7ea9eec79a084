//! The browser's time, and turns for others.

use std::cell::Cell;
use std::time::Duration;

use citelight::LocalFuture;
use citelight::audit::Clock;
use citelight::http;
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Performance;

/// Milliseconds of work after which a pause really gives others a turn. A turn costs up to 4 ms (browsers clamp nested
/// timers), and a message of the page may wait this long.
const WORK_BETWEEN_TURNS: f64 = 40.0;

/// The browser's clock.
pub(crate) struct BrowserClock {
    performance: Option<Performance>,
    last_turn: Cell<f64>,
}

impl BrowserClock {
    pub(crate) fn new() -> Self {
        let performance = js_sys::Reflect::get(&js_sys::global(), &JsValue::from_str("performance"));
        let performance = performance.ok().and_then(|value| value.dyn_into().ok());
        Self { performance, last_turn: Cell::new(f64::NEG_INFINITY) }
    }

    /// Gives others a turn if enough work was done since the last one.
    async fn turn(&self) {
        if self.now() - self.last_turn.get() < WORK_BETWEEN_TURNS {
            return;
        }
        TimeoutFuture::new(0).await;
        self.last_turn.set(self.now());
    }
}

impl Clock for BrowserClock {
    fn now(&self) -> f64 {
        self.performance.as_ref().map_or_else(js_sys::Date::now, Performance::now)
    }

    fn pause(&self) -> LocalFuture<'_, ()> {
        Box::pin(self.turn())
    }
}

/// Ends after a while. Browsers count in 32 bits with a sign: what is longer would end at once.
pub(crate) fn timer(duration: Duration) -> TimeoutFuture {
    let milliseconds = i32::try_from(duration.as_millis()).unwrap_or(i32::MAX);
    TimeoutFuture::new(milliseconds.unsigned_abs())
}

/// The time of day, for what is kept and for the pace at which sources are asked.
pub(crate) struct TimeOfDay;

impl http::Clock for TimeOfDay {
    fn now(&self) -> u64 {
        // Milliseconds since 1970: positive, and whole far beyond any day.
        js_sys::Date::now() as u64
    }

    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()> {
        Box::pin(timer(duration))
    }
}
