/** What a task's line says beside its text. */
export interface TaskLine {
  /** Such as `T012`; "" if it has none. */
  id: string;
  title: string;
  isParallel: boolean;
  /** Numbers of user stories. */
  stories: number[];
  /** Marks in square brackets, as written. */
  marks: string[];
  /** Ids of the tasks that it says it depends on. */
  needs: string[];
}

const ID = /^\**\[?([A-Z]{1,5}-?\d+(?:\.\d+)*[a-z]?)\]?\**[.:)]?\**(?:\s+|$)/u;
const MARK = /^\**\[([^\][]{1,40})\]\**\s*/u;
const BOLD_END = /^\*\*\s+/u;
const DEPENDS =
  /\b(?:depends?(?:\s+on)?|dependenc(?:y|ies)|blocked by|requires|after)\b[\s:*_]*(?:on\s+)?((?:(?:tasks?\s+)?T\d+[a-z]?(?:\s*(?:-|–|—|\.\.|to|through)\s*T?\d+[a-z]?)?(?:\s*(?:,|&|\+|and|\/)\s*|\s+(?=T\d)|(?=\W)|$))+)/giu;
const RANGE = /T(\d+)([a-z]?)(?:\s*(?:-|–|—|\.\.|to|through)\s*T?(\d+))?/giu;
const longestRange = 200;

/** Reads a line such as `T012 [P] [US1] Write the form (depends on T010)`; `details` are the lines below. */
export function taskLine(words: string, details: string): TaskLine {
  const [all = "", id = ""] = ID.exec(words) ?? [];
  const marks: string[] = [];
  let title = words.slice(all.length);
  for (let mark = MARK.exec(title); mark; mark = MARK.exec(title)) {
    marks.push(mark[1] ?? "");
    title = title.slice(mark[0].length);
  }
  // The bold text of `**T001 [P]** Write` ends here.
  title = title.replace(BOLD_END, "");
  const stories = marks.flatMap((mark) =>
    /^us\s*-?\d/iu.test(mark)
      ? [...mark.matchAll(/us\s*-?(\d+)/giu)].map(([, number]) => Number(number))
      : [],
  );
  return {
    id,
    title,
    isParallel: marks.some((mark) => /^p$/iu.test(mark)),
    stories,
    marks,
    needs: needsIn(`${title}\n${details}`, id),
  };
}

function needsIn(text: string, own: string): string[] {
  const needs = new Set<string>();
  for (const [, list = ""] of text.matchAll(DEPENDS))
    for (const [, first = "", letter = "", last] of list.matchAll(RANGE)) {
      const [from, to] = [Number(first), Number(last ?? first)];
      if (to - from > longestRange) continue;
      for (let number = from; number <= Math.max(from, to); number++)
        needs.add(`T${String(number).padStart(first.length, "0")}${number === from ? letter : ""}`);
    }
  needs.delete(own);
  return [...needs];
}
