import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminBackup, adminCheck } from "../../src/admin/index.ts";
import { bytesOfPiece } from "../../src/files/add-piece.ts";
import { readFile } from "../../src/files/read-file.ts";
import { storeFile } from "../../src/files/store-file.ts";
import { databases, type TestDatabase } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { setUpWorld } from "../world.ts";
import { forge, type Line } from "./forged-backup.ts";
import { restoreOnceClosed } from "./restore-once-closed.ts";
import { reopen } from "./restored.ts";

const last = (table: string, change: (value: string) => unknown) => (lines: Line[]) => {
  let isIn = false;
  return lines.map((line): Line => {
    if (!Array.isArray(line)) isIn = line.table === table;
    return Array.isArray(line) && isIn ? line.with(-1, change(String(line.at(-1)))) : line;
  });
};
const without = (row: (line: unknown[]) => boolean) => (lines: Line[]) =>
  lines.filter((line) => !Array.isArray(line) || !row(line));

describe.each(databases)("$database", ({ create, database }) => {
  const other = databases.find((one) => one.database !== database)?.create ?? create;
  const content = randomBytes(9 * bytesOfPiece + 7);
  const world = setUpWorld(create, { jobs: "off" });
  let target: TestDatabase;
  let fileId: string;
  let workspaceId: string;
  const file = (name: string) => join(String(world.env.GROUNDPLAN_DATA_DIR), name);
  beforeAll(async () => {
    target = await other("empty");
    const workspaces = world.context.db.selectFrom("workspaces").select("id");
    workspaceId = (await workspaces.where("slug", "=", "acme").executeTakeFirstOrThrow()).id;
    async function* whole() {
      yield content;
    }
    ({ fileId } = await storeFile(world.context, workspaceId, whole(), content.length));
    await adminBackup(world.env, { file: file("plain"), secrets: false });
  });
  afterAll(() => target.drop());

  it("a backup whose files don't match their hashes is refused in a sentence, and nothing is restored", async () => {
    const forgeries: [(lines: Line[]) => Line[], RegExp][] = [
      [last("file_pieces", () => "no base64!"), /: file_pieces\.body is no base64 in a row\./],
      [last("file_pieces", () => 7), /: file_pieces\.body is no base64 in a row\./],
      [last("file_pieces", () => null), /: file_pieces\.body is missing in a row\./],
      [last("file_pieces", (body) => `AAAA${body.slice(4)}`), /: the file \S+ is not what its hash says\./],
      [last("file_pieces", () => ""), /: the file \S+ is not what its hash says\./],
      [without((row) => row.length === 4 && row[2] === 3), /: the file \S+ is not what its hash says\./],
    ];
    for (const [change, sentence] of forgeries) {
      const forged = forge(file("plain"), change);
      await expect(restoreOnceClosed(target.env, forged)).rejects.toThrow(sentence);
    }
  });

  it("a file is restored unchanged on the other database", async () => {
    await restoreOnceClosed(target.env, file("plain"));
    const restored = await reopen(world, target);
    const pieces: Buffer[] = [];
    for await (const piece of readFile(restored.context.db, workspaceId, fileId)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(content)).toBe(true);
    await restored.app.close();
    await restored.context.close();
  });

  it("`admin check` names a file with a changed or missing chunk", async () => {
    expect((await adminCheck(world.env)).problems).toEqual([]);
    const problem = [`The file ${fileId} doesn't match its hash.`];
    await withRows(world, (db) =>
      db
        .updateTable("file_pieces")
        .set({ body: Buffer.from("changed") })
        .where("n", "=", 9)
        .execute(),
    );
    expect((await adminCheck(world.env)).problems).toEqual(problem);
    await withRows(world, (db) => db.deleteFrom("file_pieces").where("n", "=", 9).execute());
    expect((await adminCheck(world.env)).problems).toEqual(problem);
  });
});
