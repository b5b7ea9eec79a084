/** Loads the script of a build of WebAssembly. */
export function importGlue(address: string): Promise<unknown> {
  return import(address);
}
