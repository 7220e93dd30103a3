import { indexDocument, indexNewDocuments, type SearchDocument } from "../../full-text/index-document.ts";
import type { Tx } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import type { SpecRow } from "./access.ts";

type Indexed = Pick<
  SpecRow,
  "workspace_id" | "id" | "plan_id" | "number" | "title" | "content" | "external_ref"
>;

/** Puts a spec into the index of the search. */
export const indexSpec = (tx: Tx, spec: Indexed): Promise<void> => indexDocument(tx, documentOf(spec));

/** Puts new specs into the index of the search. */
export const indexNewSpecs = (tx: Tx, specs: readonly Indexed[]): Promise<void> =>
  indexNewDocuments(tx, specs.map(documentOf));

const documentOf = (spec: Indexed): SearchDocument => ({
  workspaceId: spec.workspace_id,
  kind: "spec",
  id: spec.id,
  planId: spec.plan_id,
  names: [specHandle(spec.number), spec.external_ref],
  title: spec.title,
  text: spec.content,
});

/** Puts a spec into the index as it is now. */
export async function indexSpecOf(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const spec = await tx
    .selectFrom("specs")
    .select(["workspace_id", "id", "plan_id", "number", "title", "content", "external_ref"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (spec) await indexSpec(tx, spec);
}

const indexed: readonly string[] = ["plan_id", "number", "title", "content", "external_ref"];

/** Returns true for a change of a row's columns that the search has to follow. */
export const changesIndex = (changes: object): boolean => indexed.some((column) => column in changes);
