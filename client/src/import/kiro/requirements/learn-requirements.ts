import type { Heading } from "../../text/markdown.ts";
import { plainDigits } from "../digits.ts";
import type { List } from "./lists.ts";
import type { RequirementName } from "./words.ts";

const wordAndNumber =
  /^(?:\*\*|__)?(\p{L}[\p{L}\p{M} '’-]{0,40}?)?\s*[-#№]?\s*(\p{Nd}{1,4}(?:[.-]\p{Nd}{1,4}){0,3})\s*(?:(?:[:：.．、)）|]|[-–—])+\s*(.*))?$/su;

interface Learned {
  /** The word before the numbers in lower case; "" for bare numbers. */
  word: string;
  read(heading: Heading): RequirementName | null;
}

interface Numbered {
  heading: Heading;
  word: string;
  number: string;
}

/**
 * Finds requirement headings in an unknown language: the largest group of one level with the same word and
 * different numbers, in which one holds a numbered list, or half of at least two hold any list.
 */
export function learnRequirements(all: readonly Heading[], lists: readonly List[]): Learned | null {
  const numbered = all.flatMap((heading): Numbered[] => {
    const [, word = "", number] = wordAndNumber.exec(heading.text) ?? [];
    return number ? [{ heading, word: word.trim().toLowerCase(), number: plainDigits(number) }] : [];
  });
  const groups = [...Map.groupBy(numbered, ({ heading, word }) => `${heading.level} ${word}`).values()]
    .filter(mayBeRequirements)
    .toSorted((a, b) => b.length - a.length);
  const withNumbers = headingsWithLists(
    all,
    lists.filter(({ isNumbered }) => isNumbered),
  );
  const withAny = headingsWithLists(all, lists);
  const best =
    groups.find((group) => holdNumbers(group, withNumbers)) ??
    groups.find((group) => holdLists(group, withAny));
  const [first] = best ?? [];
  if (!first) return null;
  const { word } = first;
  return {
    word,
    read({ level, text }) {
      const [, own = "", number = "", title = ""] = wordAndNumber.exec(text) ?? [];
      if (level !== first.heading.level || own.trim().toLowerCase() !== word || number === "") return null;
      return {
        id: `${own.trim()} ${plainDigits(number)}`.trim(),
        title: title.replace(/\*\*$|__$/u, ""),
      };
    },
  };
}

function mayBeRequirements(group: readonly Numbered[]): boolean {
  return group[0]?.heading.level !== 1 && new Set(group.map(({ number }) => number)).size === group.length;
}

function holdNumbers(group: readonly Numbered[], holding: ReadonlySet<Heading>): boolean {
  const [first] = group;
  if (!first) return false;
  if (first.word !== "") return group.some(({ heading }) => holding.has(heading));
  // Bare numbers may be chapters.
  return group.length > 1 && first.heading.level > 2 && group.every(({ heading }) => holding.has(heading));
}

function holdLists(group: readonly Numbered[], holding: ReadonlySet<Heading>): boolean {
  if (group.length < 2 || group[0]?.word === "") return false;
  return group.filter(({ heading }) => holding.has(heading)).length * 2 >= group.length;
}

/** Returns headings with a list before the next heading of their level or above. */
function headingsWithLists(all: readonly Heading[], lists: readonly List[]): Set<Heading> {
  const holding = new Set<Heading>();
  let above: Heading[] = [];
  let next = 0;
  for (const list of lists) {
    for (let heading = all[next]; heading && heading.line < list.line; heading = all[++next]) {
      const { level } = heading;
      above = above.filter((one) => one.level < level);
      above.push(heading);
    }
    for (const heading of above) holding.add(heading);
  }
  return holding;
}
