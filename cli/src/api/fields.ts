import { exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { readText } from "./read-input.ts";

type Value = string | number | boolean | null;

/** Request fields as `-f` and `-F` give them: `name=value`. */
export interface FieldOptions {
  rawField?: string[];
  field?: string[];
}

/** Reads the fields, those of `-f` first. */
export async function readFields({ rawField = [], field = [] }: FieldOptions): Promise<Map<string, Value>> {
  const fields = new Map<string, Value>();
  for (const one of rawField) fields.set(...split(one));
  for (const one of field) {
    const [name, text] = split(one);
    fields.set(name, text.startsWith("@") ? await readText(text.slice(1)) : typed(text));
  }
  return fields;
}

function split(field: string): [name: string, text: string] {
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(field) ?? [];
  if (name === undefined || text === undefined || name.includes("["))
    throw new Failure(
      `"${field}" is no field. Write name=value; a body with nested fields comes with --input.`,
      {
        exitCode: exitCodes.usage,
      },
    );
  return [name, text];
}

/** Parses true, false, null and integers as JSON; anything else is text. */
const typed = (text: string): Value =>
  /^(true|false|null|-?(0|[1-9]\d{0,14}))$/.test(text) ? (JSON.parse(text) as Value) : text;
