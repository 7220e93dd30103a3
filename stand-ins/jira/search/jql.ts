import { bad, leftOut } from "../refusals.ts";

/** One condition of a query. A single value is a list of one. */
export type Clause = { field: string; operator: string; values: string[] };

export type Query = { clauses: Clause[]; order: { field: string; descending: boolean }[] };

// Quoted text, operator or bracket, comma, bare word.
const tokens = /\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(!=|>=|<=|[=<>(),~])|([^\s"'=<>!(),~]+))/y;

type Token = { text: string; quoted: boolean };

function tokenise(jql: string): Token[] {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  let at = 0;
  while (jql.slice(at).trim() !== "") {
    const match = tokens.exec(jql);
    if (match === null) throw bad(`Error in the JQL Query at character ${at}.`);
    const [, double, single, symbol, word] = match;
    const quoted = double ?? single;
    found.push({
      text: quoted?.replace(/\\(.)/g, "$1") ?? symbol ?? word ?? "",
      quoted: quoted !== undefined,
    });
    at = tokens.lastIndex;
  }
  return found;
}

const fields = ["project", "labels", "updated", "created", "id", "key", "issuekey", "issue", "parent"];

/**
 * Parses conditions joined by AND, and ORDER BY. Throws 400 for invalid or unbounded JQL, 501 for unsupported
 * JQL.
 */
export function parseJql(jql: string): Query {
  const rest = tokenise(jql);
  const word = () => (rest[0]?.quoted === false ? rest[0].text.toLowerCase() : undefined);
  const take = () => {
    const token = rest.shift();
    if (token === undefined) throw bad("Error in the JQL Query: it ends too early.");
    return token.text;
  };
  const expect = (text: string) => {
    const found = take();
    if (found.toLowerCase() !== text)
      throw bad(`Error in the JQL Query: expecting '${text}' but got '${found}'.`);
  };

  function clause(): Clause {
    const field = take().toLowerCase();
    if (!fields.includes(field)) throw leftOut(`the JQL field '${field}'`);
    const operator = take().toLowerCase();
    if (operator === "in") return { field, operator, values: list() };
    if (!["=", "!=", ">", ">=", "<", "<="].includes(operator))
      throw leftOut(`the JQL operator '${operator}'`);
    return { field, operator, values: [take()] };
  }

  function list(): string[] {
    expect("(");
    const values = [take()];
    while (word() === ",") {
      expect(",");
      values.push(take());
    }
    expect(")");
    return values;
  }

  const query: Query = { clauses: [], order: [] };
  while (rest.length > 0 && word() !== "order") {
    if (query.clauses.length > 0) {
      if (word() === "or") throw leftOut("OR in JQL");
      expect("and");
    }
    query.clauses.push(clause());
  }
  if (query.clauses.length === 0)
    throw bad("Unbounded JQL queries are not allowed here. Please add a search restriction to your query.");
  if (word() === "order") {
    expect("order");
    expect("by");
    do {
      if (word() === ",") expect(",");
      const field = take().toLowerCase();
      const descending = word() === "desc";
      if (word() === "desc" || word() === "asc") take();
      query.order.push({ field, descending });
    } while (word() === ",");
    if (rest.length > 0) throw bad(`Error in the JQL Query: unexpected '${take()}'.`);
  }
  return query;
}

const unit: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses a JQL time: relative ("-10m"), or a date with optional hours and minutes in UTC. */
export function jqlTime(field: string, text: string): number {
  const relative = /^([+-]?)(\d+)([mhdw])$/.exec(text);
  if (relative !== null) {
    const span = Number(relative[2]) * (unit[relative[3] ?? ""] ?? 0);
    return Date.now() + (relative[1] === "-" ? -span : span);
  }
  const absolute = /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?: (\d\d?):(\d\d))?$/.exec(text);
  if (absolute === null)
    throw bad(
      `Date value '${text}' for field '${field}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', ` +
        "'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.",
    );
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = absolute
    .slice(1)
    .map((part) => Number(part ?? 0));
  return Date.UTC(year, month - 1, day, hour, minute);
}
