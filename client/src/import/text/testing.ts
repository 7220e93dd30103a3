import type { Files } from "../files.ts";
import type { Format, Found, ImportedPlan, Parsed, Source } from "../format.ts";
import { givenFiles } from "../given-files.ts";

/** For tests: returns a repository of these files, at `/repo`. */
export const repository = (files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>): Files =>
  givenFiles(
    Object.entries(files).map(([path, content]) => ({
      path: `repo/${path}`,
      file: new File([content], path),
    })),
  );

/** Everything that a format read. */
export interface Reading {
  found: Found;
  parsed: Parsed[];
  plans: ImportedPlan[];
}

/** For tests: finds and reads everything at a path. */
export async function readAll<From extends Source, Options>(
  format: Format<From, Options>,
  options: Options,
  path = "/repo",
): Promise<Reading> {
  const found = await format.find(path, options);
  const parsed: Parsed[] = [];
  for (const source of found.sources) parsed.push(await format.read(source, options));
  return { found, parsed, plans: parsed.flatMap(({ plans }) => plans) };
}

/**
 * For tests: returns the lines of a text that no text, field or notice of a reading has. Of planted lines the
 * words count; lines of `structure` become fields.
 */
export function lostLines({ found, parsed }: Reading, text: string, structure: RegExp): string[] {
  const kept = [...texts([found, parsed.map(({ plans, notices }) => [plans, notices])])]
    .map((one) => one.replace(/\s+/gu, " "))
    .join("\n");
  return text.split(/\r\n?|\n/u).filter((line) => {
    const planted = line.match(/planted\d+x/gu);
    if (planted) return !planted.every((word) => kept.includes(word));
    return !structure.test(line) && !kept.includes(line.replace(/\s+/gu, " ").trim());
  });
}

function* texts(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (typeof value === "object" && value !== null)
    for (const one of Object.values(value)) yield* texts(one);
}
