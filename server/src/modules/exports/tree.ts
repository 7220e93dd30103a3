import type { SpecStatus } from "@groundplan/contract";
import type { Tables } from "../../storage/tables.ts";

type Base = Tables["imported"];
type Place = Tables["imported_places"];

/** A spec that the caller reads, with its state at the last import. */
export interface TreeSpec {
  id: string;
  /** `SPEC-4`. */
  handle: string;
  title: string;
  content: string;
  status: SpecStatus;
  effort: number | null;
  externalRef: string | null;
  updatedAt: string;
  parentId: string | null;
  /** Ids of needed specs that the caller reads, also in plans that are not exported. */
  needs: readonly string[];
  /** Fields for which formats other than our own have no place. */
  work: { assignee: boolean; labels: boolean; priority: boolean; dueDate: boolean };
  base: Base | null;
  place: Place | null;
}

/** Returns the reference by which a plan or spec was imported, else its current one; "" without any. */
export const importedRef = ({ base, externalRef }: Pick<TreeSpec, "base" | "externalRef">): string =>
  base?.external_ref ?? externalRef ?? "";

/** A context source of a plan with its text. */
export interface TreeSource {
  id: string;
  title: string;
  text: string;
  kind: string;
  sourceKind: string;
  folderPath: string;
  place: Place | null;
  base: { title: string | null; text: string | null } | null;
}

export interface TreePlan {
  id: string;
  /** `PLAN-3`. */
  handle: string;
  name: string;
  description: string;
  status: string;
  externalRef: string | null;
  parentId: string | null;
  createdAt: string;
  specs: readonly TreeSpec[];
  sources: readonly TreeSource[];
  base: Base | null;
  place: Place | null;
  /** Files of the last import, if the caller may read them. */
  files: readonly { path: string; fileId: string }[];
  /** Places of items that are gone from the plan. */
  gonePlaces: readonly Place[];
}

export interface TreeComment {
  author: string;
  /** ISO. */
  at: string;
  text: string;
}

/** A plan with its sub-plans, parents first. */
export interface Tree {
  workspaceId: string;
  projectName: string;
  plans: readonly [TreePlan, ...TreePlan[]];
  /** The handle of any spec that is needed: `SPEC-2` with its plan's. */
  handleOf(specId: string): string;
  /** The reference of a needed spec outside of the export, by which it was imported; its handle without one. */
  refOf(specId: string): string;
  /** Read for our own format only: comments of specs by id, and the project's instructions. */
  comments?: ReadonlyMap<string, readonly TreeComment[]>;
  instructions?: string;
}
