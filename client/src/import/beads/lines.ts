import { parseTree } from "jsonc-parser";
import type { Notice, Place } from "../format.ts";
import { repeated, repeatsIn } from "../text/json-source.ts";
import { placeOf, type SourceText } from "../text/source-text.ts";
import { uniqueIds } from "../text/unique-ids.ts";

type Values = Readonly<Record<string, unknown>>;

/** An issue of a line, whose place is that of its object. `id` is unique in the file. */
export interface Issue {
  id: string;
  line: number;
  place: Place;
  values: Values;
}

/** A remembered sentence that belongs to no issue. */
export interface Memory {
  key: string;
  text: string;
}

export interface Lines {
  issues: Issue[];
  memories: Memory[];
}

/** Reads a file of a JSON object per line. Other lines are told. */
export function readIssues(source: SourceText, notices: Notice[]): Lines {
  const found: Lines = { issues: [], memories: [] };
  const unique = uniqueIds();
  for (const [index, text] of source.lines.entries()) {
    if (text.trim() === "") continue;
    const line = index + 1;
    const tell = (what: string, why: string) =>
      notices.push({ file: source.path, line, text: what.slice(0, 200), why });
    const values = objectOf(text);
    if (values === null) {
      tell(text, "not imported: no JSON object");
      continue;
    }
    for (const { value } of repeatsIn(parseTree(text))) tell(String(value), repeated);
    const memory = memoryOf(values);
    const written = typeof values.id === "string" || typeof values.id === "number" ? String(values.id) : "";
    if (memory) found.memories.push(memory);
    else if (written === "") tell(text, "not imported: no issue, since it has no id");
    else if (values.status === "tombstone") tell(written, "not imported: it was deleted in beads");
    else {
      const id = unique(written);
      if (id !== written) tell(written, `its id was there before: an issue of its own, ${id}`);
      found.issues.push({ id, line, values, place: objectPlace(source, index) });
    }
  }
  return found;
}

function objectOf(text: string): Values | null {
  try {
    const value: unknown = JSON.parse(text);
    // An object's keys are text.
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : null;
  } catch {
    return null;
  }
}

function memoryOf({ _type, key, value, content }: Values): Memory | null {
  const text = typeof value === "string" ? value : content;
  if (_type !== "memory" || typeof text !== "string") return null;
  return { key: typeof key === "string" ? key : "", text };
}

const utf8 = new TextEncoder();

/** Returns the place of a line without the white space around its object. */
function objectPlace(source: SourceText, index: number): Place {
  const text = source.lines[index] ?? "";
  const { path, from = 0 } = placeOf(source, index, index + 1);
  const begin = from + utf8.encode(text.slice(0, text.length - text.trimStart().length)).length;
  return { path, from: begin, to: begin + utf8.encode(text.trim()).length };
}
