import type { SpecStatus } from "@groundplan/contract";
import type { TreePlan, TreeSpec } from "../tree.ts";
import type { WrittenFile } from "../written.ts";
import type { LineEdit } from "./line-edits.ts";

/** A field beside the text of a spec; a plan has a title only. */
export type Field = "title" | "status" | "effort" | "needs" | "parent";

/** The current fields of a part of a file. */
export interface Fields {
  /** The title as imported, and the current one. */
  titleBefore: string;
  title: string;
  status: SpecStatus;
  effort: number | null;
  /** References of the specs that it needs, in the format's own form: `BACK-12`. */
  needs: readonly string[];
  /** The reference of its parent in that form; "" for none. */
  parent: string;
  updatedAt: string;
}

/** A part with its own lines, without those of parts inside of it. */
export interface Part extends Fields {
  lines: readonly string[];
}

/** Where a new spec goes: behind the part of an earlier one, between blank lines or not, or into a file of its own. */
export type Addition = { after: TreeSpec; block: string; isSpaced: boolean } | { file: WrittenFile };

/** How a format of texts holds what changed here. */
export interface KeptFormat {
  /** Returns the edits that set a field to its current value; null if the format has no place for it. */
  set(field: Field, part: Part): LineEdit[] | null;
  /** Places a spec that was made here; null if the format has no place for it. `n` counts such specs from 1. */
  add(plan: TreePlan, spec: TreeSpec, n: number): Addition | null;
}
