import { textHash } from "../../specs/derived-columns.ts";
import type { ContextOfSource } from "../source.ts";
import type { ImportScope } from "./known.ts";
import type { ImportedSourceRow } from "./store.ts";

export const baseRow = (
  { workspaceId, id, projectId, plan }: ImportScope,
  sourceId: string,
  { externalRef }: ContextOfSource,
  { title, text }: Pick<ImportedSourceRow, "title" | "text">,
): ImportedSourceRow => ({
  workspace_id: workspaceId,
  source_id: sourceId,
  place_id: id,
  project_id: projectId,
  plan_id: plan?.id ?? null,
  external_ref: externalRef,
  title,
  text,
  text_hash: title === null || text === null ? null : textHash(title, text),
});
