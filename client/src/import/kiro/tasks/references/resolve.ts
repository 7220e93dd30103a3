import { namesAll, withoutRequirementWord } from "../words.ts";
import type { Reference } from "./reference-line.ts";
import type { NamedCriterion, RequirementIndex } from "./requirements.ts";

/** The targets of a reference, and its unknown parts. */
export interface Resolved {
  named: readonly NamedCriterion[];
  unknown: string[];
}

const id = "(?:\\p{L}{1,14}[-_ .#]?)?\\p{Nd}{1,6}(?:[.．]\\p{Nd}{1,6}){0,7}[a-z]?";
const range = new RegExp(
  `^(${id})\\s?(?:\\.\\.\\.?|…|[-–—~～〜]|to|through|until|bis|до|至|到|から|a|à)\\s?(${id})(?:まで)?$`,
  "iu",
);
const one = new RegExp(`^${id}$`, "iu");
const remark = new RegExp(`^(${id})\\s?(?:[(（][^()（）]*[)）]|[:：]\\s?\\S.*|\\s[-–—]\\s.*)$`, "iu");
const separator =
  /[,、，;；،·&+|]|\s(?:and|und|y|e|et|и|と|および|和|及|و)\s|(?<=\p{Nd})\s?[/と和与及]\s?(?=\p{L}{0,4}\p{Nd})/iu;

/** Resolves a part between separators; null unless it is a number, a range or "all". */
function resolvePart(part: string, index: RequirementIndex): Resolved | null {
  const text = withoutRequirementWord(part).trim();
  if (namesAll(part) || namesAll(text)) return { named: index.all, unknown: [] };
  const [, from = "", to = ""] = range.exec(text) ?? [];
  if (from !== "") {
    const found = index.between(from, withoutRequirementWord(to));
    return found
      ? { named: found.named, unknown: found.isPart ? [part] : [] }
      : { named: [], unknown: [part] };
  }
  const number = one.test(text) ? text : (remark.exec(text)?.[1] ?? "");
  if (number === "") return null;
  const found = index.find(number);
  if (found === null) return { named: [], unknown: [part] };
  return { named: [found.named], unknown: found.isPart ? [part] : [] };
}

/** Resolves a reference. If its label is uncertain, any other word voids it. */
export function resolve({ value, isCertain }: Reference, index: RequirementIndex): Resolved {
  const named: NamedCriterion[] = [];
  const unknown: string[] = [];
  const take = (result: Resolved) => {
    named.push(...result.named);
    unknown.push(...result.unknown);
  };
  for (const written of value.split(separator)) {
    const part = written
      .trim()
      .replace(/^(?:and|und|y|e|et|и)\s|[.。]$/giu, "")
      .trim();
    if (part === "") continue;
    const result = resolvePart(part, index);
    const words = part.split(" ");
    if (result) take(result);
    else if (words.length > 1 && words.every((word) => one.test(word) && /\p{Nd}/u.test(word)))
      for (const word of words) take(resolvePart(word, index) ?? { named: [], unknown: [word] });
    else if (isCertain) unknown.push(part);
    else return { named: [], unknown: [] };
  }
  // An uncertain number must name an existing requirement.
  return !isCertain && named.length === 0 ? { named, unknown: [] } : { named, unknown };
}
