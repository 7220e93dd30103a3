export { findWorkspace } from "./store.ts";
