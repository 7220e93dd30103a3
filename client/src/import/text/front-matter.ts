import { parse } from "yaml";

/** A top-level key of YAML; `line` is from 0. */
export interface Field {
  readonly value: unknown;
  /** Its lines as written, with comments and blank lines below it. */
  raw: string;
  line: number;
}

/** Fields by their names, and everything else. */
export interface Fields {
  fields: Map<string, Field>;
  /** Lines before the first key, and repeated keys. */
  others: Field[];
}

const OPEN = /^---[ \t]*$/u;
/** Some files go on directly behind it. */
const CLOSE = /^---(?=[ \t]*(?:$|#))/u;
const KEY = /^(?:"([^"]+)"|'([^']+)'|([^\s#"'&*!|>%@`{[\]},-][^:]*?|-[^\s:][^:]*?))[ \t]*:(?=\s|$)(.*)$/u;

/** The front matter of a text, the number of its lines, 0 if there is none, and the lines below. */
export interface FrontMatter extends Fields {
  end: number;
  body: string[];
}

export function frontMatter(lines: readonly string[]): FrontMatter {
  const close = OPEN.test(lines[0] ?? "")
    ? lines.findIndex((line, index) => index > 0 && CLOSE.test(line))
    : -1;
  const { fields, others } = yamlFields(lines.slice(1, Math.max(close, 1)), 1);
  const glued = close === -1 ? "" : (lines[close] ?? "").slice(3).trim();
  const below = lines.slice(close + 1);
  return { fields, others, end: close + 1, body: glued === "" ? below : [glued, ...below] };
}

/** Returns a text's lines with its front matter emptied, so that lines keep their numbers, and what that held. */
export function blankFrontMatter(lines: readonly string[]): { lines: string[]; yaml: string } {
  const { end, body } = frontMatter(lines);
  const glued = body.length - (lines.length - end);
  const yaml = end === 0 ? "" : lines.slice(1, end - 1).join("\n");
  return { lines: [...Array.from({ length: end - glued }, () => ""), ...body], yaml };
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];

/** Tests whether a field's value says all that is written, so that no comment or broken line is lost with it. */
export function isWhole(name: string, field: Field): boolean {
  const said = new Set(wordsIn([name, wordOf(field), ...wordsOf(field)].join(" ")));
  return wordsIn(field.raw).every((word) => said.has(word) || word === "null");
}

/** Returns the line of a word in a field, from 1. */
export function lineIn(field: Field, word: string): number {
  const lines = field.raw.split("\n");
  return (
    field.line +
    1 +
    Math.max(
      0,
      lines.findIndex((line) => line.includes(word)),
    )
  );
}

/**
 * Reads the top-level keys of YAML one by one, since people write values that YAML doesn't allow, such as
 * `title: Fix: login` or `assignee: @me`. Such a value is its text.
 */
export function yamlFields(lines: readonly string[], firstLine = 0): Fields {
  const fields = new Map<string, Field>();
  const others: Field[] = [];
  const starts = lines.flatMap((line, index) => (KEY.test(line) ? [index] : []));
  const before = lines.slice(0, starts[0] ?? lines.length);
  if (before.some((line) => line.trim() !== ""))
    others.push({ value: null, raw: before.join("\n"), line: firstLine });
  for (const [index, start] of starts.entries()) {
    const part = lines.slice(start, starts[index + 1] ?? lines.length);
    const [, double, single, plain, rest = ""] = KEY.exec(part[0] ?? "") ?? [];
    const name = double ?? single ?? plain ?? "";
    const field = fieldOf(name, rest, part, firstLine + start);
    if (fields.has(name)) others.push(field);
    else fields.set(name, field);
  }
  return { fields, others };
}

/** Most fields are never asked for, and parsing YAML costs most of an import. */
function fieldOf(name: string, rest: string, lines: readonly string[], line: number): Field {
  const raw = lines.join("\n").trimEnd();
  let value: { is: unknown } | null = null;
  return {
    raw,
    line,
    get value() {
      value ??= {
        is: PLAIN.test(rest) && raw === lines[0]?.trimEnd() ? rest.trim() : valueIn(name, rest, lines),
      };
      return value.is;
    },
  };
}

/** A value that is the same in YAML and as written. */
const PLAIN = /^\s+[\p{L}\p{N}](?:[\p{L}\p{N} _./()+-]*[\p{L}\p{N})])?\s*$/u;

function valueIn(name: string, rest: string, lines: readonly string[]): unknown {
  try {
    const value: unknown = parse(lines.join("\n"), {
      schema: "failsafe",
      logLevel: "error",
      maxAliasCount: 0,
    });
    if (typeof value === "object" && value !== null && name in value)
      return (value as Record<string, unknown>)[name];
  } catch {
    // Not YAML: the text as written.
  }
  const items = lines.slice(1).flatMap((line) => /^\s*-\s+(.*)$/u.exec(line)?.[1] ?? []);
  return rest.trim() === "" && items.length > 0 ? items.map(unquoted) : unquoted(rest);
}

const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/u, "$2");

/** Returns a field's value as a text, such as `1.10`; "" if it has none. */
export const wordOf = (field: Field | undefined): string => textOf(field?.value);

/** Returns a field's values as texts; a single value is a list of one. */
export function wordsOf(field: Field | undefined): string[] {
  const values: unknown[] = Array.isArray(field?.value) ? field.value : [field?.value];
  return values.map(textOf).filter((word) => word !== "");
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "null" || text === "~" ? "" : text;
}
