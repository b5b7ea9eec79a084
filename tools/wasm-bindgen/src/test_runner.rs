//! The command `wasm-bindgen-test-runner`, which cargo runs for each wasm test.

fn main() -> anyhow::Result<()> {
    env_logger::init();
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
