import type { FormatKind } from "@groundplan/contract";
import { epic } from "./epic.ts";
import { spec } from "./spec.ts";

/** The formats that apply where nobody has written one. */
export const builtIn: Readonly<Record<FormatKind, string>> = { spec, epic };
