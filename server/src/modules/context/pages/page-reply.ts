import { type ContextSourceDetail, createSourceFromUrl } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { ActionClaim } from "../../../dispatch/idempotency/commands.ts";
import { keepReply } from "../../../dispatch/idempotency/keep-created.ts";
import type { Db, Tx } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { readableSource, type SourcePath } from "../access.ts";
import { completeSource } from "../create-source.ts";
import { presentWithoutText, presentWithText, type WithoutText } from "../present.ts";

interface Reply {
  source: ContextSourceDetail;
}

export async function answerOf(db: Db, actor: Actor, path: SourcePath): Promise<Reply> {
  const { source } = await readableSource(db, actor, path);
  return { source: await presentWithText(db, source) };
}

/**
 * Records a new page's answer in its publishing transaction, so that a retry after a crash doesn't find its
 * own title taken.
 */
export async function keepAdded(tx: Tx, actor: Actor, path: SourcePath, claim: ActionClaim | undefined) {
  if (!claim) return;
  const { source } = await readableSource(tx, actor, path);
  await keepReply(tx, claim, createSourceFromUrl, { source: presentWithoutText(source) });
}

/** Stores an answer without its possibly long text, which a replay rereads. */
export const replay = {
  keep({ source: whole }: Reply): { source: WithoutText } {
    const { text: _, ...source } = whole;
    return { source };
  },
  answer: (context: Context, actor: Actor, _input: unknown, kept: unknown): Promise<Reply> =>
    completeSource(kept as { source: WithoutText }, { db: context.db, actor }),
};
