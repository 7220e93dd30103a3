import { join } from "node:path";
import { adminBackup, adminCreateKey, adminCreateUser, adminRestore } from "../server/src/admin/index.ts";
import { indexSpec } from "../server/src/modules/specs/index-spec.ts";
import { openPostgres } from "../server/src/storage/postgres.ts";
import { openSqlite } from "../server/src/storage/sqlite.ts";
import { fillWithPlans, specsPerPlan } from "./data-rows.ts";
import { kept } from "./data-sets.ts";
import {
  type Data,
  emptyFolder,
  folder,
  personOf,
  type Settings,
  withDatabase,
  withPerson,
} from "./service.ts";

const vocabulary = 20_000;

/** How many different words of a kind there are; each spec has one of each kind. */
const different = { often: 20, some: 200, rare: 2000 } as const;
type Often = keyof typeof different;
export const wordOf = (kind: Often, at: number) => `${kind}${at % different[kind]}`;

/** Returns a spec's own words: few frequent and many rare ones. */
function wordsIn(spec: number): string {
  let state = spec * 2654435761 + 12345;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
  const others = Array.from({ length: 60 }, () => `w${Math.floor(vocabulary ** next())}`);
  // Words are spread over plans, so that readers of some plans read some specs of each word.
  const at = spec + 13 * Math.floor(spec / specsPerPlan);
  return [...(Object.keys(different) as Often[]).map((kind) => wordOf(kind, at)), ...others].join(" ");
}

const fewReader = { email: "few@acme.example", workspace: "acme" };

/** Returns indexed specs; a second person reads one plan in a hundred. */
export const searchData = (specs: 100_000 | 20_000): Promise<Data> =>
  kept(`search-${specs}`, ["data-rows.ts", "search-data.ts"], async (settings) => {
    const data = await withPerson(settings);
    await fillWithPlans(data, specs);
    await addWords(data);
    const few = { ...fewReader, name: "Few", role: "MEMBER" as const };
    await adminCreateUser(settings, { ...few, createWorkspace: false, platformAdmin: false });
    return data;
  });

/** Returns the key of the person who reads one plan in a hundred. */
export const keyOfFew = async (settings: Settings): Promise<string> =>
  (await adminCreateKey(settings, { ...fewReader, scope: "read", name: "bench" })).secret;

type Row = Parameters<typeof indexSpec>[1];

async function addWords({ settings }: Data): Promise<void> {
  const { raw, db } = openSqlite(join(settings[folder] ?? "", "groundplan.db"), "write");
  raw.pragma("synchronous = off");
  raw.pragma("cache_size = -200000");
  raw.exec("update plans set visibility = 'PRIVATE' where number % 100 <> 0");
  const update = raw.prepare("update specs set content = ? where workspace_id = ? and id = ?");
  const rows = raw
    .prepare<[], Row>(
      "select workspace_id, id, plan_id, number, title, content, external_ref from specs order by id",
    )
    .all();
  raw.exec("begin");
  for (const [at, row] of rows.entries()) {
    const content = `${row.content}\n${wordsIn(at)}`;
    update.run(content, row.workspace_id, row.id);
    await indexSpec(db, { ...row, content });
    if (at % 5000 === 4999) raw.exec("commit; begin");
  }
  raw.exec("commit");
  raw.exec("insert into search_filled (id, filled_at) values ('all', '')");
  raw.pragma("wal_checkpoint(truncate)");
  await db.destroy();
}

export async function inPostgres(data: Data, url: string): Promise<Data> {
  const settings = emptyFolder(url);
  const file = join(settings[folder] ?? "", "backup");
  await adminBackup(data.settings, { file, secrets: false });
  await adminRestore(settings, { file });
  const { pool, db } = openPostgres(url, "migrate", 4);
  const { rows } = await pool.query<Row>(
    "select workspace_id, id, plan_id, number, title, content, external_ref from specs order by id",
  );
  for (let from = 0; from < rows.length; from += 4000)
    await Promise.all(
      [0, 1, 2, 3].map((part) =>
        db.transaction().execute(async (tx) => {
          const start = from + part * 1000;
          for (const row of rows.slice(start, start + 1000)) await indexSpec(tx, row);
        }),
      ),
    );
  await pool.query("insert into search_filled (id, filled_at) values ('all', '')");
  await pool.query("vacuum analyze"); // Autovacuum would do it before long.
  await db.destroy();
  return withDatabase(settings, async (opened) => ({ settings, ...(await personOf(opened.db, data.key)) }));
}
