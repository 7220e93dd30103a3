import type { Module } from "../../module.ts";
import { progressGet } from "./read-progress.ts";

export const progress: Module = { name: "progress", handlers: [progressGet] };
