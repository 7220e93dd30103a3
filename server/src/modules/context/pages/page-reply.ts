import type { ContextSourceDetail } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { Db } from "../../../storage/dialect.ts";
import type { Context } from "../../context.ts";
import { readableSource, type SourcePath } from "../access.ts";
import { completeSource } from "../create-source.ts";
import { presentWithText, type WithoutText } from "../present.ts";

interface Reply {
  source: ContextSourceDetail;
}

/** Returns the source as it is stored now. */
export async function answerOf(db: Db, actor: Actor, path: SourcePath): Promise<Reply> {
  const { source } = await readableSource(db, actor, path);
  return { source: await presentWithText(db, source) };
}

/** Keeps an answer without its text, which may be long; a repetition reads it anew. */
export const replay = {
  keep({ source: whole }: Reply): { source: WithoutText } {
    const { text: _, ...source } = whole;
    return { source };
  },
  answer: (context: Context, actor: Actor, _input: unknown, kept: unknown): Promise<Reply> =>
    completeSource(kept as { source: WithoutText }, { db: context.db, actor }),
};
