import { join } from "node:path";
import { adminCreateKey, adminCreateUser } from "../server/src/admin/index.ts";
import { indexSpec } from "../server/src/modules/specs/index-spec.ts";
import { openSqlite } from "../server/src/storage/sqlite.ts";
import { fillWithPlans } from "./data-rows.ts";
import { kept } from "./data-sets.ts";
import { type Data, folder, type Settings, withPerson } from "./service.ts";

const specs = 100_000;
const vocabulary = 20_000;

/** A word of `often` is in so many documents. */
export const wordsOf = { often: 5000, some: 500, rare: 50 } as const;
export const wordOf = (kind: keyof typeof wordsOf, at: number) => `${kind}${at % (specs / wordsOf[kind])}`;

/** Returns what a spec says beside what all say: few words that are common and many that are rare, as in any text. */
function wordsIn(spec: number): string {
  let state = spec * 2654435761 + 12345;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
  const others = Array.from({ length: 60 }, () => `w${Math.floor(vocabulary ** next())}`);
  return [
    ...(Object.keys(wordsOf) as (keyof typeof wordsOf)[]).map((kind) => wordOf(kind, spec)),
    ...others,
  ].join(" ");
}

const fewReader = { email: "few@acme.example", workspace: "acme" };

/** Returns a hundred thousand specs that are indexed. Of the plans, the owner reads all, and another person one in a hundred. */
export const searchData = (): Promise<Data> =>
  kept("search", ["data-rows.ts", "search-data.ts"], async (settings) => {
    const data = await withPerson(settings);
    await fillWithPlans(data, specs);
    await index(data);
    await adminCreateUser(settings, {
      ...fewReader,
      name: "Few",
      role: "MEMBER",
      createWorkspace: false,
      platformAdmin: false,
    });
    return data;
  });

/** Returns a key of the person who reads one plan in a hundred. */
export const keyOfFew = async (settings: Settings): Promise<string> =>
  (await adminCreateKey(settings, { ...fewReader, scope: "read", name: "bench" })).secret;

async function index({ settings }: Data): Promise<void> {
  const { raw, db } = openSqlite(join(settings[folder] ?? "", "groundplan.db"), "write");
  raw.pragma("synchronous = off");
  raw.pragma("cache_size = -200000");
  raw.exec("update plans set visibility = 'PRIVATE' where number % 100 <> 0");
  const update = raw.prepare(
    "update specs set content = content || char(10) || ? where workspace_id = ? and id = ?",
  );
  const rows = raw
    .prepare<
      [],
      {
        workspace_id: string;
        id: string;
        plan_id: string;
        number: number;
        title: string;
        content: string;
        external_ref: string | null;
      }
    >("select workspace_id, id, plan_id, number, title, content, external_ref from specs")
    .all();
  raw.exec("begin");
  for (const [at, row] of rows.entries()) {
    const words = wordsIn(at);
    update.run(words, row.workspace_id, row.id);
    await indexSpec(db, { ...row, content: `${row.content}\n${words}` });
    if (at % 5000 === 4999) {
      raw.exec("commit; begin");
      process.stderr.write(`${at + 1} of ${rows.length}\n`);
    }
  }
  raw.exec("commit");
  raw.pragma("wal_checkpoint(truncate)");
  await db.destroy();
}
