//! Work of libraries that panic on what they did not expect in a model's files.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What comes of the work, or what it panicked with. Whatever the work changes is thrown away after a panic. In WebAssembly a
/// panic ends the worker instead, which is told as such and replaced.
pub(crate) fn sheltered<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("its reader ended without a word").to_owned()
    })
}

#[test]
#[cfg(not(target_arch = "wasm32"))]
fn a_panic_becomes_its_words() {
    assert_eq!(sheltered(|| 3), Ok(3));
    let empty: &[u8] = &[];
    let told = sheltered(|| empty[std::hint::black_box(2)]).unwrap_err();
    assert!(told.contains("index out of bounds"), "{told}");
}
