import { createHash } from "node:crypto";
import { commentLimits } from "@groundplan/contract";
import type { Actor } from "../../../actor.ts";
import type { NewEvent } from "../../../events/append.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { insertInto } from "../../../storage/statement.ts";
import type { PlanRow } from "../../plans/access.ts";
import { aboutSpec } from "../../specs/events.ts";
import { addToThread } from "../../threads/add-to-thread.ts";
import type { ImportedSpec } from "../imported-spec.ts";
import type { LinkedPlan } from "../links/import-links.ts";
import { addToReport } from "../present.ts";
import type { How, SourceSpec } from "../source.ts";

type SourceComment = NonNullable<SourceSpec["comments"]>[number];
type Known = Awaited<ReturnType<typeof knownComments>>;

const insertKnown = insertInto("imported_comments");

/** Room for the author's line in a comment. */
const longestPart = commentLimits.characters - 400;

/** Adds comments that earlier imports didn't bring, as one thread of each spec. Nobody is told of them. */
export async function importComments(
  db: Db,
  actor: Actor,
  plans: readonly LinkedPlan[],
  { dryRun }: How,
): Promise<NewEvent[]> {
  const said = plans.flatMap(({ plan, specs }) =>
    specs.filter(({ source }) => source.comments?.length).map((spec) => ({ plan, spec })),
  );
  const known = await knownComments(
    db,
    actor.workspaceId,
    said.flatMap(({ spec }) => spec.id ?? []),
  );
  const events: NewEvent[] = [];
  for (const { plan, spec } of said) {
    const fresh = freshComments(spec, known);
    if (fresh.size === 0) continue;
    addToReport(spec.report, { changed: ["comments"] });
    if (!dryRun && plan) events.push(...(await write(db, actor, { plan, spec, fresh }, known)));
  }
  return events;
}

/** Returns new comments by their hash. */
function freshComments({ id, source }: ImportedSpec, known: Known): Map<string, SourceComment> {
  const before = new Set((known.get(id ?? "") ?? []).map(({ comment_hash }) => comment_hash));
  const all = (source.comments ?? []).map((comment): [string, SourceComment] => [hashOf(comment), comment]);
  return new Map(all.filter(([hash]) => !before.has(hash)));
}

const hashOf = ({ author, at, text }: SourceComment) =>
  createHash("sha256")
    .update(JSON.stringify([author, new Date(at).toISOString(), text]))
    .digest("hex");

async function knownComments(db: Db, workspaceId: string, specIds: readonly string[]) {
  const rows =
    specIds.length === 0
      ? []
      : await db
          .selectFrom("imported_comments")
          .select(["spec_id", "comment_hash", "thread_id"])
          .where("workspace_id", "=", workspaceId)
          .where(isOneOf(db, "spec_id", specIds))
          .execute();
  return Map.groupBy(rows, ({ spec_id }) => spec_id);
}

interface Writing {
  plan: PlanRow;
  spec: ImportedSpec;
  fresh: ReadonlyMap<string, SourceComment>;
}

async function write(
  tx: Tx,
  actor: Actor,
  { plan, spec, fresh }: Writing,
  known: Known,
): Promise<NewEvent[]> {
  const { id, number } = spec;
  if (id === null || number === null) return [];
  const bodies = [...fresh.values()].flatMap(bodiesOf);
  const { threadId, isNew, lastId } = await addToThread(tx, actor, plan, id, {
    threadId: known.get(id)?.at(-1)?.thread_id,
    opening: "From the import",
    bodies,
  });
  const key = { workspace_id: actor.workspaceId, spec_id: id, thread_id: threadId };
  await insertKnown(
    tx,
    [...fresh.keys()].map((comment_hash) => ({ ...key, comment_hash })),
  );
  const subject = { ...aboutSpec(plan, { id, number }), subjectId: threadId, notifies: [] };
  const data = { documentId: id, documentKind: "spec" as const, threadId, mentioned: [] };
  if (isNew) return [{ type: "thread.created", ...subject, data }];
  return [{ type: "comment.created", ...subject, data: { ...data, commentId: lastId } }];
}

/** Returns a comment's text below its author and day, in as many parts as it needs. */
function bodiesOf({ author, text, at }: SourceComment): string[] {
  const letters = [...text];
  const head = `**${author.replace(/[\\*_`[\]<>]/g, "\\$&")}**, ${at.slice(0, 10)}`;
  const bodies: string[] = [];
  for (let from = 0; from === 0 || from < letters.length; from += longestPart)
    bodies.push(
      `${from === 0 ? head : `${head} (continued)`}\n\n${letters.slice(from, from + longestPart).join("")}`,
    );
  return bodies;
}
