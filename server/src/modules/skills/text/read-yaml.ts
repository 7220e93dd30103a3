import { type Document, isMap, isNode, isScalar, parseAllDocuments, visit } from "yaml";

/** Bytes of YAML; parsing time is superlinear. */
const mostBytes = 8 * 1024;
/** Nesting depth of lists and maps. */
const deepest = 20;
/** Aliases followed, each of which may be a list of aliases. */
const mostAliases = 10;

export type Fields = ReadonlyMap<unknown, unknown>;

/**
 * Parses an untrusted YAML map. All scalars are strings, as skills require: `1.0` and `no` stay as written.
 * Tags and merge keys are ignored.
 */
export function readYaml(yaml: string): { fields: Fields } | { problem: string } {
  if (Buffer.byteLength(yaml) > mostBytes) return problem(`is longer than ${mostBytes} bytes`);
  if (isDeep(yaml)) return problem(`is nested more than ${deepest} levels deep`);
  const [document, ...more] = parse(yaml);
  if (!document) return problem("is empty");
  if (more.length > 0) return problem("goes on after the end of its document");
  const [fault] = document.errors;
  if (fault) return problem(`is no valid YAML: ${fault.message}`);
  if (document.warnings.length > 0) return problem("has a tag (`!…`), which is not supported");
  const twice = keyGivenTwice(document);
  if (twice !== null) return problem(`gives \`${twice}\` twice`);
  return fieldsOf(document);
}

/** Returns the range of a key's value in a valid map; null if missing. */
export function rangeOfValue(yaml: string, key: string): [number, number] | null {
  const contents = parse(yaml)[0]?.contents;
  if (!isMap(contents)) return null;
  const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key);
  const range = isNode(pair?.value) ? pair.value.range : null;
  return range ? [range[0], range[1]] : null;
}

const parse = (yaml: string) =>
  parseAllDocuments(yaml, {
    ...({ version: "1.2", schema: "failsafe", merge: false, stringKeys: true } as const),
    // Duplicates are found below; the library's check is quadratic.
    ...({ uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const),
  }) as Document.Parsed[];

function fieldsOf(document: Document.Parsed): { fields: Fields } | { problem: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: mostAliases, mapAsMap: true });
    return value instanceof Map ? { fields: value } : problem("must be a map, such as `name: slicing`");
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const isMany = error.message.startsWith("Excessive");
    return problem(isMany ? "has too many aliases" : "has an alias of something that it does not have");
  }
}

/** Returns a duplicate key, if any. */
function keyGivenTwice(document: Document.Parsed): string | null {
  let twice: string | null = null;
  visit(document, {
    Map(_, map) {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : "";
        if (keys.has(name)) twice = name;
        keys.add(name);
      }
      return twice === null ? undefined : visit.BREAK;
    },
  });
  return twice;
}

/** Tests for deep nesting by brackets or line markers; indentation alone can't. */
function isDeep(yaml: string): boolean {
  let depth = 0;
  for (const sign of yaml.match(/[[\]{}]/g) ?? []) {
    depth = Math.max(0, depth + (sign === "[" || sign === "{" ? 1 : -1));
    if (depth > deepest) return true;
  }
  return /(?:[-?:][ \t]+){20}/.test(yaml);
}

const problem = (text: string) => ({ problem: `The front matter ${text}.` });
