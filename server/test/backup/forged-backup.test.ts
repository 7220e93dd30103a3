import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AdminError, adminBackup } from "../../src/admin/index.ts";
import { readConfig } from "../../src/config/config.ts";
import { openDatabase } from "../../src/open-database.ts";
import { fakeTracker, makePlace } from "../conformance/place.ts";
import { databases, type TestDatabase } from "../databases.ts";
import { openWorld } from "../world.ts";
import { forge, type Line } from "./forged-backup.ts";
import { restoreOnceClosed } from "./restore-once-closed.ts";

const inTable =
  (table: string, change: (columns: unknown[], at: (name: string) => number) => unknown[]) =>
  (lines: Line[]) => {
    let names: unknown[] | null = null;
    return lines.map((line): Line => {
      if (!Array.isArray(line)) {
        names = "table" in line && line.table === table ? (line.columns as unknown[]) : null;
        return line;
      }
      const columns = names;
      return columns ? change(line, (name) => columns.indexOf(name)) : line;
    });
  };
const set = (column: string, value: unknown) => inTable("specs", (row, at) => row.with(at(column), value));
const columns = (change: (names: string[]) => string[]) => (lines: Line[]) =>
  lines.map((line) =>
    "table" in line && line.table === "specs" ? { ...line, columns: change(line.columns as string[]) } : line,
  );
const removed = (table: string) => (lines: Line[]) => {
  const from = lines.findIndex((line) => "table" in line && line.table === table);
  const to = lines.findIndex((line, at) => at > from && !Array.isArray(line));
  return lines.toSpliced(from, to - from);
};
const extra = (table: string, row: unknown[], names: string[]) => (lines: Line[]) => [
  ...lines,
  { table, columns: names },
  row,
];

describe.each(databases)("$database", ({ create }) => {
  let target: TestDatabase;
  let file: string;
  beforeAll(async () => {
    const tracker = fakeTracker();
    const world = await openWorld(create, { openTracker: async () => tracker });
    await makePlace(world);
    target = await create("empty");
    file = join(String(target.env.GROUNDPLAN_DATA_DIR), "plain.backup");
    await adminBackup(world.env, { file, secrets: false });
    await world.close();
  });
  afterAll(() => target.drop());

  it("A backup whose rows don't fit its tables is refused in a sentence with the reason, and nothing is restored", async () => {
    const forgeries: [(lines: Line[]) => Line[], RegExp][] = [
      [set("position", "first"), /: specs\.position is no whole number in a row\./],
      [set("position", 1.5), /: specs\.position is no whole number in a row\./],
      [set("position", 2 ** 31), /: specs\.position is out of range in a row\./],
      [set("title", 7), /: specs\.title is no text in a row\./],
      [set("title", null), /: specs\.title is missing in a row\./],
      [set("id", null), /: specs\.id is missing in a row\./],
      [set("id", "the same"), /: the database refuses rows[^.]* \((23505|SQLITE_CONSTRAINT_PRIMARYKEY)\)\./],
      [set("plan_id", "nowhere"), /: a foreign key of specs leads nowhere\./],
      [set("title", true), /was changed or damaged since it was written\./],
      [inTable("specs", (row) => row.slice(1)), /: a row of specs has \d+ values of \d+\./],
      [columns((names) => names.slice(1)), /: specs has other columns\./],
      [columns(([first = "", ...names]) => [...names.with(0, first), first]), /: specs has other columns\./],
      [columns((names) => names.with(0, 'a"; drop table specs')), /: specs has other columns\./],
      [removed("projects"), /: a foreign key of \w+ leads nowhere\./],
      [extra("recipes", ["soup"], ["name"]), /: there is no table "recipes"\./],
      [extra("migrations", ["999", ""], ["name", "applied_at"]), /: there is no table "migrations"\./],
      [([head, , ...lines]) => [head ?? [], ...lines], /: a row has no table\./],
    ];
    for (const [change, sentence] of forgeries) {
      const forged = forge(file, change);
      const error = await restoreOnceClosed(target.env, forged).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(AdminError);
      const said = (error as AdminError).message;
      expect(said).toMatch(sentence);
      expect(said.startsWith(`${forged} `)).toBe(true);
      expect(said).toMatch(/^[^\n]+ Take another copy of it, or another backup\.$/);
    }
    const opened = await openDatabase(readConfig(target.env), () => {});
    expect(await opened.db.selectFrom("users").select("id").execute()).toEqual([]);
    await opened.close();
  });
});
