import { indexDocument, indexNewDocuments, type SearchDocument } from "../../full-text/index-document.ts";
import type { Tx } from "../../storage/dialect.ts";
import { specHandle } from "../handles.ts";
import type { SpecRow } from "./access.ts";

type Indexed = Pick<
  SpecRow,
  "workspace_id" | "id" | "plan_id" | "number" | "title" | "content" | "external_ref"
>;

export const indexSpec = (tx: Tx, spec: Indexed): Promise<void> => indexDocument(tx, documentOf(spec));

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

/** Indexes a spec's current state. */
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

/** Tests whether a change affects the index. */
export const changesIndex = (changes: object): boolean => indexed.some((column) => column in changes);
