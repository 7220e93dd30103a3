import type { Readable } from "node:stream";
import type { Input, Spec, SpecSummary } from "@groundplan/contract";
import { sql } from "kysely";
import type { Actor } from "../../../actor.ts";
import type { Disclosure } from "../../../dispatch/commands.ts";
import { limitReads } from "../../../dispatch/concurrency/limit-reads.ts";
import { MinimalReply } from "../../../dispatch/minimal-reply.ts";
import { readWholeList } from "../../../dispatch/streamed-list.ts";
import { type Db, isOneOf, type Tx } from "../../../storage/dialect.ts";
import { longRows, pageOf } from "../../paging.ts";
import { type PlanRow, readablePlan } from "../../plans/access.ts";
import type { SpecRow } from "../access.ts";
import { presentSpecs } from "../present.ts";
import { specsOfIds } from "../store.ts";
import { summarizeSpecs } from "../summary.ts";

/**
 * The result of a bulk write, also stored for replays: specs, only ids in answer order if they are long, or
 * summaries if the caller prefers the minimal form.
 */
export type WrittenSpecs =
  | { specs: Spec[] }
  | { specIds: string[] }
  | { summaries: SpecSummary[]; summaryIds: string[] };

/** Specs read at once for summaries. */
const summarizedAtOnce = 50;

/** Returns the result for specs of a plan by id, in this order, each once. */
export async function writtenSpecs(
  tx: Tx,
  actor: Actor,
  plan: PlanRow,
  ids: readonly string[],
  { returnMinimal }: Pick<Input, "returnMinimal">,
): Promise<WrittenSpecs> {
  const specIds = [...new Set(ids)];
  if (returnMinimal) {
    const summaries: SpecSummary[] = [];
    for (let at = 0; at < specIds.length; at += summarizedAtOnce) {
      const rows = await specsInOrder(tx, plan, specIds.slice(at, at + summarizedAtOnce));
      summaries.push(...(await summarizeSpecs(tx, actor, plan, rows)));
    }
    return { summaries, summaryIds: specIds };
  }
  if (await areLong(tx, plan, specIds)) return { specIds };
  return { specs: await presentSpecs(tx, actor.workspaceId, await specsInOrder(tx, plan, specIds)) };
}

const specsInOrder = async (tx: Tx, plan: PlanRow, ids: readonly string[]): Promise<SpecRow[]> =>
  inOrder(ids, await specsOfIds(tx, plan, ids), ({ id }) => id);

/** Sorts items by a list of ids. */
export function inOrder<T>(ids: readonly string[], items: readonly T[], idOf: (item: T) => string): T[] {
  const byId = new Map(items.map((item) => [idOf(item), item]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Characters. */
const longest = 1024 * 1024;
/** Approximate characters of a spec besides its texts. */
const besideTexts = 1024;

/** Tests for specs too long for the transaction's answer and for replays. */
async function areLong(tx: Tx, plan: PlanRow, ids: readonly string[]): Promise<boolean> {
  const texts = await tx
    .selectFrom("specs")
    .select(sql<number>`coalesce(sum(length(title) + length(content)), 0)`.as("characters"))
    .where("workspace_id", "=", plan.workspace_id)
    .where("plan_id", "=", plan.id)
    .where(isOneOf(tx, "id", ids))
    .executeTakeFirstOrThrow();
  return Number(texts.characters) + ids.length * besideTexts > longest;
}

export const disclosesWritten = (written: WrittenSpecs): Disclosure => ({
  specIds:
    "specs" in written
      ? written.specs.map(({ id }) => id)
      : "summaryIds" in written
        ? written.summaryIds
        : written.specIds,
});

interface Request {
  db: Db;
  actor: Actor;
  input: Input & { params: { projectSlug: string; planShortId: string } };
}

/** Reads specs by id in pages, in their current state, as far as they are still in the plan. */
export async function completeSpecs(
  written: WrittenSpecs,
  { db, actor, input }: Request,
): Promise<{ specs: Spec[] } | MinimalReply | Readable> {
  if ("specs" in written) return written;
  if ("summaries" in written) return new MinimalReply({ specs: written.summaries });
  const { specIds } = written;
  const indexOf = new Map(specIds.map((id, index) => [id, index]));
  const orderOf = ({ id }: SpecRow) => indexOf.get(id) ?? 0;
  const readPage = async ({ query }: Input) => {
    const plan = await readablePlan(db, actor, input.params);
    const { rows, ...next } = await pageOf(
      plan.id,
      query,
      async ([last = -1], limit) =>
        (await specsFrom(db, plan, specIds, Number(last) + 1, limit)).toSorted(
          (a, b) => orderOf(a) - orderOf(b),
        ),
      (row) => [orderOf(row)],
      longRows,
    );
    return { specs: await presentSpecs(db, actor.workspaceId, rows), ...next };
  };
  return limitReads(() => readWholeList(input, readPage));
}

/** Returns `limit` specs of the plan from an index; fewer only at the end, since some may have left. */
async function specsFrom(
  db: Db,
  plan: PlanRow,
  ids: readonly string[],
  from: number,
  limit: number,
): Promise<SpecRow[]> {
  const rows: SpecRow[] = [];
  for (let index = from; rows.length < limit && index < ids.length; ) {
    const asked = ids.slice(index, index + limit - rows.length);
    rows.push(...(await specsOfIds(db, plan, asked)));
    index += asked.length;
  }
  return rows;
}
