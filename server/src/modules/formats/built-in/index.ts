import type { FormatKind } from "@groundplan/contract";
import { epic } from "./epic.ts";
import { spec } from "./spec.ts";

export const builtIn: Readonly<Record<FormatKind, string>> = { spec, epic };
