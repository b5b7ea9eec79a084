// What wasm-bindgen writes: there once the wasm was built.
declare module "*/citelight_web.js";
declare module "*/citelight_web_models.js";
