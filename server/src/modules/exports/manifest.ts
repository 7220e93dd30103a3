import type { Module } from "../../module.ts";
import { exportHandlers } from "./export-plan.ts";

export const planExports: Module = { name: "exports", handlers: exportHandlers };
