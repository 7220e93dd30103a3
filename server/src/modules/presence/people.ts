import type { PresentPerson } from "@groundplan/contract";
import { type Db, isOneOf } from "../../storage/dialect.ts";
import { readersOfDocument } from "../documents/readers.ts";
import type { Board, Place } from "./board.ts";

/** Returns the people at a place who can still read it, and who of `others` can. */
export async function peopleAt(
  db: Db,
  board: Board,
  { workspaceId, documentId }: Place,
  others: readonly string[] = [],
): Promise<{ people: PresentPerson[]; readers: ReadonlySet<string> }> {
  const states = board.at({ workspaceId, documentId });
  const asked = [...new Set([...states.keys(), ...others])];
  const readers = await readersOfDocument(db, workspaceId, documentId, asked);
  const present = [...states.keys()].filter((userId) => readers.has(userId));
  const named = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where(isOneOf(db, "id", present))
    .orderBy("name")
    .orderBy("id")
    .execute();
  const people = named.flatMap(({ id, name }) => {
    const state = states.get(id);
    return state ? [{ userId: id, name, state }] : [];
  });
  return { people, readers };
}
