import type { Module } from "../../module.ts";
import { specBrief } from "./read-brief.ts";

/** Everything that an agent should read to build a spec, composed from other modules. */
export const briefs: Module = { name: "briefs", handlers: [specBrief] };
