import type { Module } from "../../module.ts";
import { contextPack } from "./read-pack.ts";

/** A pack is everything that a planner should read for a plan, put together from the other modules. */
export const pack: Module = { name: "pack", handlers: [contextPack] };
