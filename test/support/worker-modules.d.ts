/** What Workers make of a file of WebAssembly. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
