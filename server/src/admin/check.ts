import { sql } from "kysely";
import type { Config } from "../config/config.ts";
import { eventHash } from "../events/hash.ts";
import { damagedFiles } from "../files/check-files.ts";
import { miscounts } from "../modules/dependencies/counts/miscounts.ts";
import { SecretKeyError } from "../secrets/errors.ts";
import { requireKeysOf } from "../secrets/start.ts";
import type { Db } from "../storage/dialect.ts";
import { integrityProblems } from "../storage/integrity.ts";
import { inSnapshot, rowsOf } from "../storage/snapshot.ts";
import { moduleTables } from "./module-tables.ts";

export interface CheckReport {
  ok: boolean;
  /** Messages for the operator. */
  problems: string[];
  workspaces: number;
  events: number;
}

/** Checks the database's integrity, each workspace's history, counts, and the sealing key. */
export async function check(db: Db, config: Config): Promise<CheckReport> {
  return inSnapshot(db, async (snapshot) => {
    const problems = await integrityProblems(
      snapshot,
      moduleTables.map(([table]) => table),
    );
    const history = await checkEvents(snapshot);
    problems.push(...history.problems);
    for await (const id of damagedFiles(snapshot)) problems.push(`The file ${id} doesn't match its hash.`);
    problems.push(...(await countProblems(snapshot)), ...(await miscounts(snapshot, mostReported)));
    problems.push(...(await keyProblems(snapshot, config)));
    return { ...history, ok: problems.length === 0, problems };
  });
}

/** The last valid event of a workspace's hash chain. */
interface Chain {
  slug: string;
  head: { seq: number; hash: string };
  seq: number;
  hash: string;
  isBroken: boolean;
}

/** Checks that each workspace's events are gapless and correctly chained. */
async function checkEvents(db: Db): Promise<Omit<CheckReport, "ok">> {
  const chains = await chainsOf(db);
  const problems: string[] = [];
  let events = 0;
  for await (const rows of rowsOf(db, "events", ["workspace_id", "seq"])) {
    for (const row of rows) {
      events++;
      const chain = chains.get(row.workspace_id);
      if (!chain || chain.isBroken) continue;
      const wrong =
        row.seq !== chain.seq + 1
          ? `Event ${chain.seq + 1} of the workspace ${chain.slug} is missing.`
          : row.hash !== eventHash(chain.hash, row)
            ? `Event ${row.seq} of the workspace ${chain.slug} was changed since it was written.`
            : null;
      if (wrong) problems.push(wrong);
      chain.isBroken = wrong !== null;
      chain.seq = row.seq;
      chain.hash = row.hash;
    }
  }
  for (const { slug, head, seq, hash, isBroken } of chains.values()) {
    if (!isBroken && (head.seq !== seq || head.hash !== hash))
      problems.push(`The last events of the workspace ${slug} are missing: ${seq} of ${head.seq} are there.`);
  }
  return { problems, workspaces: chains.size, events };
}

async function chainsOf(db: Db): Promise<Map<string, Chain>> {
  const heads = await db
    .selectFrom("workspaces")
    .leftJoin("event_heads", "event_heads.workspace_id", "workspaces.id")
    .select(["workspaces.id", "slug", "seq", "hash"])
    .execute();
  return new Map(
    heads.map(({ id, slug, seq, hash }) => {
      const head = { seq: seq ?? -1, hash: hash ?? "" };
      return [id, { slug, head, seq: 0, hash: "", isBroken: false }];
    }),
  );
}

const mostReported = 100;

/** Counts each spec's open blocking questions again. */
async function countProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select workspace_id, id, open_questions from specs
      union all select workspace_id, id, open_questions from deleted_specs) as spec
    where open_questions <> (select count(*) from threads
      where threads.workspace_id = spec.workspace_id and threads.document_id = spec.id
        and threads.blocking = 1 and threads.state = 'open')
    order by id limit ${sql.lit(mostReported)}`.execute(db);
  return rows.map(({ id }) => `The open blocking questions of the spec ${id} are counted wrongly.`);
}

async function keyProblems(db: Db, config: Config): Promise<string[]> {
  try {
    await requireKeysOf(db, config);
    return [];
  } catch (error) {
    if (!(error instanceof SecretKeyError)) throw error;
    return [error.message];
  }
}
