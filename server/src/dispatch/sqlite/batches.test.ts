import { join } from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { readConfig } from "../../config/config.ts";
import { forgetDocument, indexDocument, indexNewDocuments } from "../../full-text/index-document.ts";
import { createUser } from "../../modules/sign-in/create-user.ts";
import { openDatabase } from "../../open-database.ts";
import { endOfAll, hitsOf } from "../../storage/full-text.ts";
import { openSqlite } from "../../storage/sqlite.ts";
import { createBatches, type Waiting } from "./batches.ts";

const [sqlite] = databases;
const message = "This command fails.";
type Step = { act: "add" | "change" | "forget"; id: number };
interface Command {
  steps: Step[];
  fails: boolean;
}

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.record({
    steps: fc.array(
      fc.record({ act: fc.constantFrom("add", "change", "forget"), id: fc.integer({ min: 0, max: 4 }) }),
      { maxLength: 4 },
    ),
    fails: fc.boolean(),
  }),
  { maxLength: 8 },
);

it("after a batch the index matches its commands' result, whichever of them failed", async () => {
  if (!sqlite) throw new Error("no SQLite");
  const files = await sqlite.create();
  const database = await openDatabase(readConfig(files.env), (error) => expect.fail(error.message));
  const person = { email: "ann@acme.example", name: "Ann", workspace: "acme", role: "OWNER" as const };
  await database.writer.run(createUser, { ...person, createWorkspace: true, platformAdmin: false });
  const { id: workspaceId } = await database.db
    .selectFrom("workspaces")
    .select("id")
    .executeTakeFirstOrThrow();
  await database.close();
  const opened = openSqlite(join(String(files.env.GROUNDPLAN_DATA_DIR), "groundplan.db"), "write");
  const { raw, db } = opened;
  let words = 0;
  let kept = new Map<number, string>();

  const run = async ({ steps, fails }: Command) => {
    const before = new Map(kept);
    try {
      for (const { act, id } of steps) {
        const word = `word${words++}`;
        const document = { workspaceId, kind: "spec" as const, id: `document-${id}`, title: "", text: word };
        if (act === "forget") {
          await forgetDocument(db, workspaceId, "spec", document.id);
          kept.delete(id);
        } else {
          if (act === "add" && !kept.has(id)) await indexNewDocuments(db, [document]);
          else await indexDocument(db, document);
          kept.set(id, word);
        }
      }
      if (fails) throw new Error(message);
      return { status: 200, body: null, replayed: false };
    } catch (error) {
      kept = before;
      throw error;
    }
  };
  const commit = createBatches(opened, {
    run: (_tx: unknown, call: { input: unknown }) => run(call.input as Command),
  } as never);
  const found = async () => {
    const hits: [string, string][] = [];
    for (let n = 0; n < words; n++) {
      const word = `word${n}`;
      const clauses = [{ terms: [word], isPrefix: false }];
      const { rows } = await sql<{ id: string }>`select document_id as id
        from (${hitsOf(db, workspaceId, clauses, { from: 0, below: endOfAll })}) as hits
        left join search_documents on search_documents.id = hits.document`.execute(db);
      hits.push(...rows.map(({ id }): [string, string] => [word, id]));
    }
    return hits.toSorted();
  };

  await fc.assert(
    fc.asyncProperty(commands, async (batch) => {
      words = 0;
      for (const id of kept.keys()) await forgetDocument(db, workspaceId, "spec", `document-${id}`);
      kept.clear();
      const queue = batch.map((input, id) => ({ id, call: { name: "test", input } }) as unknown as Waiting);
      const answers: Awaited<ReturnType<typeof commit>> = [];
      while (queue.length > 0) answers.push(...(await commit(queue)));
      expect(answers.map((answer) => ("error" in answer ? answer.error : null))).toEqual(
        batch.map(({ fails }) => (fails ? expect.objectContaining({ message }) : null)),
      );
      expect(await found()).toEqual([...kept].map(([id, word]) => [word, `document-${id}`]).toSorted());
    }),
    { numRuns: 100 },
  );
  raw.close();
  await files.drop();
});
