import { type Document, isScalar, parseAllDocuments, visit } from "yaml";

/** The largest YAML that is read, in bytes: the time that it takes grows faster than its length. */
const mostBytes = 8 * 1024;
/** The most lists and maps that may be open at once. */
const deepest = 20;
/** This says how many aliases are followed. Each may stand for a list of aliases. */
const mostAliases = 10;

export type Fields = ReadonlyMap<unknown, unknown>;

/**
 * Reads a map of YAML that a stranger wrote. Every scalar is a text, as the form of skills has it: `1.0` stays `1.0`,
 * and `no` is no boolean. Tags and merge keys have no meaning, and few aliases are followed.
 */
export function readYaml(yaml: string): { fields: Fields } | { problem: string } {
  if (Buffer.byteLength(yaml) > mostBytes) return problem(`is longer than ${mostBytes} bytes`);
  if (isDeep(yaml)) return problem(`is nested more than ${deepest} levels deep`);
  const [document, ...more] = parseAllDocuments(yaml, {
    ...({ version: "1.2", schema: "failsafe", merge: false, stringKeys: true } as const),
    // Keys are compared below: the library would compare each with each.
    ...({ uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const),
  }) as Document.Parsed[];
  if (!document) return problem("is empty");
  if (more.length > 0) return problem("goes on after the end of its document");
  const [fault] = document.errors;
  if (fault) return problem(`is no valid YAML: ${fault.message}`);
  if (document.warnings.length > 0) return problem("has a tag (`!…`), which is not supported");
  const twice = keyGivenTwice(document);
  if (twice !== null) return problem(`gives \`${twice}\` twice`);
  return fieldsOf(document);
}

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

/** Returns a key that a map of the document gives twice; null where there is none. */
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

/** Returns true where brackets, or the signs at the beginning of a line, nest too deep; spaces alone can't. */
function isDeep(yaml: string): boolean {
  let depth = 0;
  for (const sign of yaml.match(/[[\]{}]/g) ?? []) {
    depth = Math.max(0, depth + (sign === "[" || sign === "{" ? 1 : -1));
    if (depth > deepest) return true;
  }
  return /(?:[-?:][ \t]+){20}/.test(yaml);
}

const problem = (text: string) => ({ problem: `The front matter ${text}.` });
