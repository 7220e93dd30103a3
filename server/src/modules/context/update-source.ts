import { updatePlanSource, updateProjectSource, updateSource } from "@groundplan/contract";
import type { z } from "zod";
import type { Actor } from "../../actor.ts";
import { write } from "../../dispatch/handlers.ts";
import { requireRevision } from "../../revisions/revisions.ts";
import type { Tx } from "../../storage/dialect.ts";
import { editableSource, type SourcePath } from "./access.ts";
import { changeSource } from "./change-source.ts";
import { completeSource } from "./create-source.ts";
import { presentWithoutText, type WithoutText } from "./present.ts";

interface Input {
  params: SourcePath;
  body: z.output<NonNullable<(typeof updateSource)["body"]>>;
  ifMatch?: readonly number[] | "*";
}

async function update(
  tx: Tx,
  actor: Actor,
  { params, body, ifMatch }: Input,
): Promise<{ source: WithoutText }> {
  const { source } = await editableSource(tx, actor, params);
  requireRevision(source.revision, ifMatch);
  return { source: presentWithoutText(await changeSource(tx, actor, source, body)) };
}

const complete = { complete: completeSource };
type Result = { source: WithoutText };

export const updateSources = [
  write<typeof updateSource, Result>(updateSource, update, complete),
  write<typeof updateProjectSource, Result>(updateProjectSource, update, complete),
  write<typeof updatePlanSource, Result>(updatePlanSource, update, complete),
];
