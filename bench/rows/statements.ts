import { type HotReads, type Opened, postgresReads, sqliteReads } from "../hot-reads.ts";
import { costOf, type Effort, inTurns, ratios } from "../measure.ts";
import { withPostgres } from "../postgres.ts";
import type { Group, Row } from "../row.ts";
import { emptyFolder, fill, freshData, removeFolder } from "../service.ts";

export const statements: Group = {
  name: "statements",
  about:
    "The queries of a plan read (credential and plan) and of a page of 50 specs, through the service's functions, against the same statements with the same parameters prepared by hand: `prepare().all` of better-sqlite3, named queries of `pg`. One call at a time; CPU of the calling process.",
  async measure(effort) {
    const sqlite = await freshData();
    const rows: Row[] = [];
    try {
      rows.push(...(await compare(effort, "SQLite", await sqliteReads(sqlite))));
    } finally {
      removeFolder(sqlite.settings);
    }
    await withPostgres(async (url) => {
      const postgres = await fill(emptyFolder(url));
      try {
        rows.push(...(await compare(effort, "PostgreSQL", await postgresReads(postgres))));
      } finally {
        removeFolder(postgres.settings);
      }
    });
    return rows;
  },
};

async function compare(effort: Effort, database: string, opened: Opened): Promise<Row[]> {
  const { ours, byHand, close } = opened;
  const rows: Row[] = [];
  const reads: [name: string, read: keyof HotReads][] = [
    ["credential and plan", "plan"],
    ["list of 50", "list"],
  ];
  try {
    for (const [name, read] of reads) {
      const measured = await inTurns(effort, 0.4, {
        ours: (seconds) => costOf(ours[read], seconds),
        byHand: (seconds) => costOf(byHand[read], seconds),
      });
      rows.push(
        {
          measure: `hot reads through Kysely, ${name}, ${database}: CPU`,
          against: "the same statements prepared by hand",
          goal: { most: 1.25 },
          unit: "×",
          values: ratios(measured.ours, measured.byHand, ({ cpu }) => cpu),
        },
        {
          measure: "… time",
          unit: "×",
          values: ratios(measured.ours, measured.byHand, ({ wall }) => wall),
        },
      );
    }
  } finally {
    await close();
  }
  return rows;
}
