import type { Module } from "../../module.ts";
import { binList } from "./list-bin.ts";

export const bin: Module = { name: "bin", handlers: [binList] };
