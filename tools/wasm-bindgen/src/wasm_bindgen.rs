//! `wasm-bindgen MODULE FOLDER`: writes the module and its JavaScript for a browser into the folder.

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder] = &arguments[..] else { bail!("usage: wasm-bindgen MODULE FOLDER") };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).web(true)?.typescript(true).omit_default_module_path(false);
    bindgen.generate(folder)
}
