import type { SourceLine } from "./lines.ts";
import { readNumber } from "./number.ts";
import { plainTitle } from "./titles.ts";
import type { Task } from "./tree.ts";

interface Found {
  text: string;
  isNumbered: boolean;
}

/**
 * Returns titles for groups without their own line: the heading with the group's number above the first
 * member, otherwise the nearest heading unless shared, otherwise `Tasks 1`.
 */
export function groupTitles(top: readonly Task[], lines: readonly SourceLine[]): Map<Task, string> {
  const groups = top.filter(({ entry }) => entry === null).sort((a, b) => a.line - b.line);
  const found = new Map<Task, Found>();
  const numbered = new Map<string, string>();
  const users = new Map<string, number>();
  let nearest = "";
  let index = 0;
  for (const group of groups) {
    for (; index < group.line; index++) {
      const line = lines[index];
      if (line?.kind !== "heading") continue;
      const text = line.text.trim().replace(/^#+\s*|\s+#+$/gu, "");
      const number = readNumber(text);
      nearest = plainTitle(number?.title || text);
      if (number) numbered.set(number.parts.join("."), nearest);
    }
    const own = numbered.get(group.number);
    found.set(group, { text: own ?? nearest, isNumbered: own !== undefined });
    if (own === undefined) users.set(nearest, (users.get(nearest) ?? 0) + 1);
  }
  return new Map(
    [...found].map(([group, { text, isNumbered }]) => {
      const isItsOwn = isNumbered || users.get(text) === 1;
      return [group, text !== "" && isItsOwn ? text : `Tasks ${group.number}`];
    }),
  );
}
