import type { Module } from "../../module.ts";
import { contextPack } from "./read-pack.ts";

/** Everything that a planner should read for a plan, composed from other modules. */
export const pack: Module = { name: "pack", handlers: [contextPack] };
