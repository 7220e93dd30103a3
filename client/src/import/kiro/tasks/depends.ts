import { plainDigits } from "../digits.ts";
import type { SourceLine } from "./lines.ts";
import type { Task } from "./tree.ts";
import { taskWord } from "./words.ts";

/** The numbers of tasks that a line names as dependencies, and other parts. */
interface Depends {
  line: number;
  numbers: string[];
  unknown: string[];
}

const word =
  "(?:depends?(?:\\s+on)?|dependenc(?:y|ies)|dépend(?:ances?|\\s+de)?|depende(?:\\s+de)?|dependencias?|dependências?|abhängig(?:keiten)?(?:\\s+von)?|зависимости|зависит\\s+от|依存(?:関係)?|依赖|依賴|의존(?:성)?)";
/** In italics or bold, as Kiro's tools write it. */
const form = new RegExp(
  `(?<![\\p{L}\\p{N}])([*_]{1,3})${word}\\s*[:：]\\s*(?:\\1\\s*)?([^*_\\n]+?)\\s*(?:\\1|$)`,
  "giu",
);
const number = new RegExp(
  `^(?:${taskWord}\\s*)?#?(\\p{Nd}{1,4}(?:[.．]\\p{Nd}{1,4}){0,7})\\.?(?:\\s*[(（].*[)）])?$`,
  "iu",
);
const none = /^(?:none|n\/a|nothing|-+|—|なし|无|無|없음|keine|ninguna|nenhuma|aucune)\.?$/iu;

/** Reads what a task's lines name as dependencies, such as `_Depends: 2.1, 2.2_`. */
export function dependsIn({ entry }: Task, lines: readonly SourceLine[]): Depends[] {
  if (!entry) return [];
  return [entry.line, ...entry.lines].flatMap((line) => {
    const own = lines[line];
    if (own?.kind !== "text") return [];
    return [...own.text.matchAll(form)].map(([, , value = ""]) => {
      const found: Depends = { line, numbers: [], unknown: [] };
      for (const part of value.split(/[,、，;；]|\s(?:and|und|y|e|et|и|と|和)\s/u).map((one) => one.trim())) {
        if (part === "" || none.test(part)) continue;
        const [, written] = number.exec(part) ?? [];
        if (written === undefined) found.unknown.push(part);
        else found.numbers.push(plain(written));
      }
      return found;
    });
  });
}

/** Returns a number as tasks have it: `２．０` is 2. */
function plain(written: string): string {
  const parts = plainDigits(written.replaceAll("．", ".")).split(".").map(Number);
  while (parts.length > 1 && parts.at(-1) === 0) parts.pop();
  return parts.join(".");
}
