import type { Module } from "../../module.ts";
import { contextPack } from "./read-pack.ts";

/** This is what a planner should read for a plan, put together from everything that the other modules keep. */
export const pack: Module = { name: "pack", handlers: [contextPack] };
