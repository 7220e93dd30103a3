import { takeTurns } from "../../dispatch/concurrency/take-turns.ts";

export interface TextRequest {
  id: string;
  /** Characters to read. */
  count: number;
}

/** Per query; a single larger text is read alone. */
const most = { texts: 50, characters: 1_000_000 };

/** Reads texts by id in groups, yielding in between, since SQLite reads on the calling thread. */
export async function readInGroups<W extends TextRequest>(
  wanted: readonly W[],
  read: (group: readonly W[]) => Promise<ReadonlyMap<string, string>>,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const turn = takeTurns();
  for (const group of groupsOf(wanted)) {
    for (const [id, text] of await read(group)) texts.set(id, text);
    await turn();
  }
  return texts;
}

function* groupsOf<W extends TextRequest>(wanted: readonly W[]): Generator<W[]> {
  let group: W[] = [];
  let characters = 0;
  for (const request of wanted) {
    const isFull = group.length === most.texts || characters + request.count > most.characters;
    if (isFull && group.length > 0) {
      yield group;
      group = [];
      characters = 0;
    }
    group.push(request);
    characters += request.count;
  }
  if (group.length > 0) yield group;
}
