import MarkdownIt, { type Token } from "markdown-it";

/** Nesting beyond which a text's blocks are left out, as in texts for trackers. */
const mostLevels = 24;

/** What of a text is shown. */
export interface TextOptions {
  /** Returns the address of a picture by its id; null if the link doesn't show it. */
  pictureAt(id: string): string | null;
  /** False if mentions hide whom they name. */
  hasNames: boolean;
}

/** The rules of the console: raw HTML is dropped, and nothing is loaded from elsewhere. */
const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: mostLevels });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Links are judged by `openLink`; rejected ones would stay as source.
markdown.validateLink = () => true;

const picture = /^\/v1\/files\/([0-9a-f-]{36})$/;
const harmless = /^(?:https?:|mailto:)/i;
const hidden = "@somebody";
/** Titles of plan, sections and specs come before those of a text. */
const levelsAbove = 3;

/** Returns a Markdown text as HTML that holds no script, no form and no address that is loaded, but pictures of the link. */
export function renderText(source: string, options: TextOptions): string {
  const tokens = markdown.parse(source.replaceAll(/\r\n?/g, "\n"), {});
  for (const token of tokens) {
    if (token.type === "html_block") token.content = "";
    if (token.tag !== "" && /^h[1-6]$/.test(token.tag))
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + levelsAbove)}`;
    if (token.children) token.children = inlineOf(token.children, options);
    token.attrs = safeAttributes(token);
  }
  return markdown.renderer.render(tokens, markdown.options, {});
}

function inlineOf(tokens: readonly Token[], options: TextOptions): Token[] {
  const kept: Token[] = [];
  /** What the open links were made of. */
  const open: ("link" | "dropped" | "mention")[] = [];
  for (const token of tokens) {
    if (token.type === "html_inline") continue;
    if (token.type === "link_open") {
      const href = String(token.attrGet("href") ?? "");
      const kind = /^user:/i.test(href) ? "mention" : harmless.test(href) ? "link" : "dropped";
      open.push(kind);
      if (kind === "mention" && !options.hasNames) kept.push(textToken(token, hidden));
      if (kind !== "link") continue;
      token.attrs = [
        ["href", href],
        ["rel", "noopener noreferrer nofollow"],
      ];
      kept.push(token);
    } else if (token.type === "link_close") {
      if (open.pop() === "link") kept.push(token);
    } else if (open.includes("mention") && !options.hasNames) {
    } else kept.push(...(token.type === "image" ? pictureOf(token, options) : [token]));
  }
  return kept;
}

/** Returns the picture, or its description in words. */
function pictureOf(token: Token, options: TextOptions): Token[] {
  const [, id] = picture.exec(String(token.attrGet("src") ?? "")) ?? [];
  const address = id === undefined ? null : options.pictureAt(id);
  const description = inlineOf(token.children ?? [], options)
    .map(({ content }) => content)
    .join("");
  if (address === null) return description === "" ? [] : [textToken(token, description)];
  token.children = [textToken(token, description)]; // From which the renderer makes `alt`.
  token.attrs = [
    ["src", address],
    ["alt", description],
    ["loading", "lazy"],
  ];
  return [token];
}

function textToken({ level }: Token, content: string): Token {
  const token = new markdown.core.State("", markdown, {}).Token;
  const made = new token("text", "", 0);
  made.content = content;
  made.level = level;
  return made;
}

/** Keeps a list's first number and a cell's alignment, which is an attribute here, since inline styles are forbidden. */
function safeAttributes({ attrs, tag }: Token): Token["attrs"] {
  const kept: [string, string][] = [];
  for (const [name, value] of attrs ?? []) {
    if (tag === "ol" && name === "start") kept.push([name, String(value)]);
    const align = name === "style" ? /^text-align:(left|right|center)$/.exec(String(value))?.[1] : undefined;
    if (align !== undefined) kept.push(["class", align]);
  }
  return kept;
}
