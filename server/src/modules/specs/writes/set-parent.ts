import { now } from "../../../ids.ts";
import type { Tx } from "../../../storage/dialect.ts";
import type { SpecRow } from "../access.ts";
import { updateSpecRow } from "../store.ts";

/** Puts a spec below another one of its plan, or at the top. The caller has checked that it stays a tree. */
export const setParent = (
  tx: Tx,
  spec: Pick<SpecRow, "workspace_id" | "id">,
  parentId: string | null,
): Promise<void> => updateSpecRow(tx, spec, { parent_spec_id: parentId, updated_at: now() });
