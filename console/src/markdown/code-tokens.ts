/** A coloured part of code, by offsets. */
export interface Token {
  kind: "keyword" | "string" | "number" | "comment";
  from: number;
  to: number;
}

interface Grammar {
  /** Sources of regular expressions. */
  comment: string;
  string: string;
  keywords: string;
  /** SQL shouts or not. */
  flags?: string;
}

const quoted = `"(?:[^"\\\\\\n]|\\\\.)*"?|'(?:[^'\\\\\\n]|\\\\.)*'?`;
const slashes = "//[^\\n]*|/\\*[^]*?(?:\\*/|$)";
const hash = "(?<![^\\s;])#[^\\n]*";

const script: Grammar = {
  comment: slashes,
  string: `${quoted}|\`(?:[^\`\\\\]|\\\\.)*\`?`,
  keywords:
    "abstract as async await boolean break case catch class const continue debugger default delete do else enum export extends false finally for from function get if implements import in instanceof interface keyof let new null number of private protected public readonly return satisfies set static string super switch this throw true try type typeof undefined unknown var void while yield",
};
const json: Grammar = { comment: slashes, string: quoted, keywords: "true false null" };
const python: Grammar = {
  comment: "#[^\\n]*",
  string: `"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${quoted}`,
  keywords:
    "and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield",
};
const sql: Grammar = {
  comment: "--[^\\n]*|/\\*[^]*?(?:\\*/|$)",
  string: "'(?:[^']|'')*'?",
  keywords:
    "add all alter and as asc begin between by case check commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null on or order outer primary references returning right rollback select set table then true union unique update using values view when where with",
  flags: "i",
};
const yaml: Grammar = { comment: hash, string: quoted, keywords: "true false null yes no on off" };
const shell: Grammar = {
  comment: hash,
  string: quoted,
  keywords:
    "case cd do done echo elif else esac exit export fi for function if in local return set source sudo then unset until while",
};

const grammars: readonly (readonly [string, Grammar])[] = [
  ["js jsx mjs javascript ts tsx typescript", script],
  ["json jsonc json5", json],
  ["py python", python],
  ["sql", sql],
  ["yml yaml", yaml],
  ["sh bash zsh shell", shell],
];

const made = new Map<Grammar, RegExp>();

function patternOf(grammar: Grammar): RegExp {
  const { comment, string, keywords, flags = "" } = grammar;
  const known = made.get(grammar);
  const pattern =
    known ??
    new RegExp(
      `(?<comment>${comment})|(?<string>${string})|(?<![\\w$.])(?:(?<keyword>${keywords.replaceAll(" ", "|")})(?![\\w$])|(?<number>\\d[\\w.]*))`,
      `g${flags}`,
    );
  made.set(grammar, pattern);
  return pattern;
}

/** The latest blocks' parts, since a key changes one block at most. */
const latest = new Map<string, readonly Token[]>();
const mostKept = 40;

/** Returns the coloured parts of code in a known language, which is the first word behind the fence. */
export function tokensOf(code: string, info: string): readonly Token[] {
  const key = `${info}\n${code}`;
  const known = latest.get(key) ?? readTokens(code, info);
  latest.delete(key);
  latest.set(key, known);
  if (latest.size > mostKept) latest.delete(latest.keys().next().value ?? key);
  return known;
}

function readTokens(code: string, info: string): Token[] {
  const name = /^[\w-]*/.exec(info.trim().toLowerCase())?.[0] ?? "";
  const grammar = grammars.find(([names]) => names.split(" ").includes(name))?.[1];
  if (!grammar) return [];
  return [...code.matchAll(patternOf(grammar))].flatMap(({ index, 0: { length }, groups = {} }): Token[] => {
    const kind = (["comment", "string", "keyword", "number"] as const).find(
      (one) => groups[one] !== undefined,
    );
    return kind && length > 0 ? [{ kind, from: index, to: index + length }] : [];
  });
}
