import { type ImportedSpec, NotImportable } from "../format.ts";

type Status = NonNullable<ImportedSpec["status"]>;

const STATUSES: readonly string[] = ["TODO", "IN_PROGRESS", "DONE", "CANCELLED"] satisfies Status[];
const isStatus = (word: string): word is Status => STATUSES.includes(word);

/** The format's own names. */
const known = new Map<string, Status>([
  ["todo", "TODO"],
  ["inprogress", "IN_PROGRESS"],
  ["done", "DONE"],
  ["draft", "TODO"],
]);

/** The names as the format writes them, which need not be kept. */
const plain = new Map<Status, string>([
  ["TODO", "To Do"],
  ["IN_PROGRESS", "In Progress"],
  ["DONE", "Done"],
]);

const fold = (name: string) => name.toLowerCase().replace(/[\s_-]+/gu, "");

/** Returns the status that a name means; null if it is unknown. */
export type StatusOf = (name: string) => Status | null;

/** Reads lines such as `In Review=IN_PROGRESS`. Throws `NotImportable` for others. */
export function statusesOf(lines: string): StatusOf {
  const own = new Map(known);
  for (const line of lines.split("\n").filter((one) => one.trim() !== "")) {
    const at = line.lastIndexOf("=");
    const [name, word] = [
      line.slice(0, Math.max(at, 0)).trim(),
      line
        .slice(at + 1)
        .trim()
        .toUpperCase(),
    ];
    const status = word.replace(/[\s-]+/gu, "_");
    if (name === "" || !isStatus(status))
      throw new NotImportable(
        `"${line.trim()}" doesn't say what a status means: write NAME=STATUS, such as 'In Review=IN_PROGRESS', with one of ${STATUSES.join(", ")}.`,
      );
    own.set(fold(name), status);
  }
  return (name) => own.get(fold(name)) ?? null;
}

/** Tests whether a status says no more than the format's own name for it. */
export const isPlain = (name: string, status: Status): boolean => plain.get(status) === name;
