/** Documents from Jira have a few thousand. */
const mostNodes = 200_000;

/** Deeper than Jira's editor allows. */
const mostLevels = 50;

const inlineTypes = new Set([
  ...["text", "hardBreak", "mention", "emoji", "status", "date"],
  ...["inlineCard", "placeholder", "mediaInline", "inlineExtension"],
]);

/** Defaults of Jira's editor, by `@atlaskit/adf-schema`. */
const defaults: Readonly<Record<string, unknown>> = {
  order: 1,
  isNumberColumnEnabled: false,
  layout: "default",
  colspan: 1,
  rowspan: 1,
};

type Node = Readonly<Record<string, unknown>>;

/**
 * Returns blocks as lines that ignore only Jira's own additions (ids, default attributes, split texts). A
 * paragraph is its text; other blocks start with `{type attributes}` and indent their children. Never throws.
 */
export function canonical(blocks: readonly unknown[]): string {
  const lines: string[] = [];
  // An explicit stack, as users control the depth.
  const open = blocks.map((node) => ({ node, level: 0 })).reverse();
  for (let seen = 0; seen < mostNodes; seen++) {
    const next = open.pop();
    if (!next) break;
    const { node, level } = next;
    if (!isNode(node)) continue;
    const content = contentOf(node);
    const isLine = content.every(isInline);
    lines.push("  ".repeat(Math.min(level, mostLevels)) + lineOf(node, isLine ? content : []));
    if (isLine) continue;
    for (const child of content.toReversed()) open.push({ node: child, level: level + 1 });
  }
  return lines.join("\n");
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const contentOf = ({ content }: Node): unknown[] => (Array.isArray(content) ? content : []);

const isInline = (node: unknown): node is Node =>
  isNode(node) && inlineTypes.has(String(node.type)) && contentOf(node).length === 0;

function lineOf(node: Node, content: readonly Node[]): string {
  const head = headOf(node);
  const text = inlineOf(typeof node.text === "string" ? [node] : content);
  if (text === "") return head;
  // Distinguishes leading space from indentation.
  return head === "{paragraph}" ? text.replace(/^(?=[ \t])/, "\\") : `${head} ${text}`;
}

/** Returns `plain {strong}strong{} plain`, escaping literal braces and line ends. */
function inlineOf(content: readonly Node[]): string {
  let line = "";
  let open = "";
  for (const node of content) {
    const isText = typeof node.text === "string";
    const marks = isText ? marksOf(node).join("") : "";
    if (marks !== open) line += (open === "" ? "" : "{}") + marks;
    open = marks;
    line += isText ? String(node.text).replace(/[\\{\n]/g, "\\$&") : headOf(node);
  }
  return open === "" ? line : `${line}{}`;
}

function headOf(node: Node): string {
  const attributes = isNode(node.attrs) ? node.attrs : {};
  const said = Object.keys(attributes)
    .filter((name) => name !== "localId" && !saysNothing(name, attributes[name]))
    .toSorted()
    .map((name) => ` ${name}=${stable(attributes[name])}`);
  const marks = node.type === "text" ? [] : marksOf(node);
  return `{${String(node.type)}${said.join("")}${marks.join("")}}`;
}

const marksOf = ({ marks }: Node): string[] =>
  Array.isArray(marks) ? marks.filter(isNode).map(headOf).toSorted() : [];

const saysNothing = (name: string, value: unknown) =>
  value === null || value === "" || value === defaults[name] || stable(value) === "{}";

/** Sorts keys. */
function stable(value: unknown, level = 0): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (level === mostLevels) return "…";
  if (Array.isArray(value)) return `[${value.map((one) => stable(one, level + 1)).join()}]`;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${stable(one, level + 1)}`).join()}}`;
}
