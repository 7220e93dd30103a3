import type { Actor } from "../../actor.ts";
import type { Db } from "../../storage/dialect.ts";
import { sizeOf, usedUp } from "../pack/compose.ts";
import { readInGroups } from "../pack/read-in-groups.ts";
import { listAnswered, textsOfAnswered } from "../threads/answered-questions.ts";
import type { BriefItem, Subject } from "./subject.ts";

/** Returns a spec's answered questions, the latest first, while capacity lasts. */
export async function answersOf(
  db: Db,
  _actor: Actor,
  { spec }: Subject,
  mostCharacters: number,
): Promise<BriefItem[]> {
  let left = mostCharacters;
  const listed = (await listAnswered(db, spec)).map(({ id, bytes }) => {
    const isRead = left > 0;
    left -= bytes;
    return { id, count: bytes, isRead };
  });
  const wanted = listed.filter(({ isRead }) => isRead);
  const texts = await readInGroups(wanted, async (group) => {
    const rows = await textsOfAnswered(
      db,
      spec,
      group.map(({ id }) => id),
    );
    return new Map(rows.map((row) => [row.id, textOf(row)]));
  });
  return listed.map(({ id, count, isRead }) => {
    const text = texts.get(id) ?? "";
    const item = { kind: "answer" as const, id, title: "", revision: 0, facts: { id }, size: sizeOf(count) };
    return isRead ? { ...item, text } : { ...item, text, leftOut: usedUp };
  });
}

interface Answered {
  question: string | null;
  answer: string;
  options: string;
  answer_option: number | null;
  name: string | null;
}

function textOf({ question, answer, options, answer_option, name }: Answered): string {
  const option = answer_option === null ? "" : ((JSON.parse(options) as string[])[answer_option] ?? "");
  const chosen = option === "" || option === answer ? [] : [`They chose: ${option}`];
  const asked = question ? [`Question: ${question}`] : [];
  return [...asked, `Answer of ${name ?? "a former member"}: ${answer}`, ...chosen].join("\n");
}
