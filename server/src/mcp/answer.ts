import { fence } from "../modules/pack/fence.ts";
import { countOf, countOfEach } from "./counted.ts";
import { ToolError } from "./errors.ts";
import { oneLine } from "./render/words.ts";

/** A part of an answer. A text of somebody else has a fence, which stands around each of its pieces. */
export interface Block {
  text: string;
  fence?: { tag: string; facts: Record<string, string | number> };
}

/** A place in blocks, from which an answer goes on. */
interface Place {
  block: number;
  /** In characters. */
  at: number;
}

interface Piece extends Place {
  text: string;
}

/** Tokens kept for the last line. */
const lastLine = 20;
/** Characters of a token at most, as far as it matters how much is split ahead of counting. */
const widestToken = 12;

/**
 * Returns blocks from a cursor on, within a budget of tokens. If they go on, the last line is `more: cursor=…`. A
 * cut falls between lines, and within long ones.
 */
export async function fitBlocks(blocks: readonly Block[], budget: number, cursor?: string): Promise<string> {
  const start = cursor === undefined ? { block: 0, at: 0 } : placeOf(blocks, cursor);
  const pieces = piecesFrom(blocks, start, budget * widestToken);
  const next = nextPlace(blocks, pieces.at(-1));
  const whole = written(blocks, pieces, next);
  if (isSurelyWithin(whole, budget)) return whole;
  if (!next && isLikelyWithin(whole, budget) && (await countAtMost(whole)) <= budget) return whole;
  const counts = await countOfEach(
    pieces.map((piece, index) => {
      const isFirst = piece.block !== pieces[index - 1]?.block;
      return isFirst ? fenced(blocks[piece.block], piece.text) : piece.text;
    }),
  );
  let left = budget - lastLine;
  let fitting = counts.findIndex((count) => {
    left -= count;
    return left < 0;
  });
  if (fitting < 0) fitting = pieces.length;
  for (let step = 1; fitting > 0; fitting -= step, step *= 2) {
    const text = written(blocks, pieces.slice(0, fitting), nextPlace(blocks, pieces[fitting - 1]));
    if ((await countAtMost(text)) <= budget) return text;
  }
  const [first] = pieces;
  return first ? smallest(blocks, first) : "";
}

/** Tests for a text that needs no counting, since a token has at least a byte. */
const isSurelyWithin = (text: string, budget: number) => Buffer.byteLength(text) <= budget;

/** Tests for a text that is worth counting whole, before its pieces: few texts have more than four bytes a token. */
const isLikelyWithin = (text: string, budget: number) => Buffer.byteLength(text) <= 4 * budget;

/** Characters of the least that an answer gives, in any script within the least budget. */
const least = 20;

/** Returns the beginning of a piece without the facts of its fence, if these leave no room for it. */
function smallest(blocks: readonly Block[], { block, at, text }: Piece): string {
  const shown = text.slice(0, isLowSurrogate(text, least) ? least - 1 : least);
  const tag = blocks[block]?.fence?.tag;
  const bare: Block = tag === undefined ? { text } : { text, fence: { tag, facts: {} } };
  const next = nextPlace(blocks, { block, at, text: shown });
  return [fenced(bare, shown), ...(next ? [moreFrom(next)] : [])].join("\n");
}

/** Counts the tokens of a text, with a reserve for long ones, which are counted in parts. */
const countAtMost = async (text: string) =>
  (await countOf(text)) + (text.length > 2000 ? 2 * Math.ceil(text.length / 1000) : 0);

function piecesFrom(blocks: readonly Block[], start: Place, mostCharacters: number): Piece[] {
  const pieces: Piece[] = [];
  let characters = 0;
  for (const [block, { text }] of blocks.entries()) {
    if (block < start.block) continue;
    let at = block === start.block ? start.at : 0;
    for (const line of linesOf(text.slice(at, at + mostCharacters))) {
      pieces.push({ block, at, text: line });
      at += line.length;
      characters += line.length;
      if (characters > mostCharacters) return pieces;
    }
  }
  return pieces;
}

/** Characters of a piece of a long line: at most 180 tokens, so that one fits in any budget. */
const longest = 60;

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const line = text.indexOf("\n", start) + 1 || text.length;
    let end = Math.min(line, start + longest);
    if (end < line) {
      const space = text.lastIndexOf(" ", end);
      if (space > start + longest / 2) end = space;
      else if (isLowSurrogate(text, end)) end--;
    }
    yield text.slice(start, end);
    start = end;
  }
}

const isLowSurrogate = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

function written(blocks: readonly Block[], pieces: readonly Piece[], next: Place | null): string {
  const parts = [...Map.groupBy(pieces, ({ block }) => block)].map(([index, own]) =>
    fenced(blocks[index], own.map(({ text }) => text).join("")),
  );
  return [...parts, ...(next ? [moreFrom(next)] : [])].join("\n");
}

/**
 * Puts a text of somebody else between two marked lines, in a code block if it could load an image or link.
 */
function fenced(block: Block | undefined, text: string): string {
  if (!block?.fence) return text.trimEnd().replace(looksLast, "more : ");
  const { tag, facts } = block.fence;
  const attributes = Object.entries(facts).map(([name, value]) => ` ${name}="${attribute(value)}"`);
  const shown = loads.test(text) ? inCode(text) : text.replace(/\n+$/, "");
  const { before, after } = fence(tag, attributes, text);
  return before + shown + after.trimEnd();
}

/** Matches lines that a reader would take for the last one. */
const looksLast = /^more: (?=cursor=)/gm;

/** Matches the beginnings of images, links and tags. */
const loads = /[<[]|:\/\//;

function inCode(text: string): string {
  const longestRun = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = "`".repeat(longestRun + 1);
  return `\n${marks}\n${text.replace(/\n+$/, "")}\n${marks}`;
}

const attribute = (value: string | number) => oneLine(String(value)).replaceAll('"', "'");

function nextPlace(blocks: readonly Block[], last: Piece | undefined): Place | null {
  if (!last) return null;
  const at = last.at + last.text.length;
  if (at < (blocks[last.block]?.text.length ?? 0)) return { block: last.block, at };
  const block = blocks.findIndex(({ text }, index) => index > last.block && text !== "");
  return block < 0 ? null : { block, at: 0 };
}

const moreFrom = ({ block, at }: Place): string => `more: cursor=${block}.${at}`;

function placeOf(blocks: readonly Block[], cursor: string): Place {
  const [, block, at] = /^(\d{1,6})\.(\d{1,9})$/.exec(cursor) ?? [];
  const place = { block: Number(block), at: Number(at) };
  if (block === undefined || place.at > (blocks[place.block]?.text.length ?? -1)) throw badCursor();
  return place;
}

export const badCursor = (): ToolError =>
  new ToolError(
    "cursor",
    "leads nowhere; the text may have changed.",
    "Leave it out to begin again, or send the one from the last line of an answer to the same call.",
  );

/** A page of lines: the number of those to skip, and the API's cursor. */
interface LinePage {
  skip: number;
  cursor: string | undefined;
}

/** Returns the page that a cursor of `fitLines` leads to. */
export function linePage(cursor: string | undefined): LinePage {
  if (cursor === undefined) return { skip: 0, cursor: undefined };
  const [, skip, page] = /^(\d{1,6})\.(.*)$/.exec(cursor) ?? [];
  if (skip === undefined) throw badCursor();
  return { skip: Number(skip), cursor: page === "" ? undefined : page };
}

/** Returns the lines of a page within a budget; `nextCursor` is the API's. */
export async function fitLines(
  lines: readonly string[],
  budget: number,
  {
    skip,
    cursor = "",
    nextCursor,
  }: { skip: number; cursor?: string | undefined; nextCursor: string | undefined },
): Promise<string> {
  if (skip > 0 && skip >= lines.length) throw badCursor();
  const own = lines.slice(skip).map((line) => line.replace(looksLast, "more : "));
  const whole = [...own, ...(nextCursor === undefined ? [] : [`more: cursor=0.${nextCursor}`])].join("\n");
  if (isSurelyWithin(whole, budget)) return whole;
  const counts = await countOfEach(own.map((line) => `${line}\n`));
  const room = budget - (await countOf(`more: cursor=999999.${nextCursor ?? cursor}`)) - 2;
  let used = 0;
  let fitting = counts.findIndex((count) => {
    used += count;
    return used > room;
  });
  if (fitting < 0) fitting = own.length;
  const shown = fitting === 0 ? own.slice(0, 1).map((line) => oneLine(line, 60)) : own.slice(0, fitting);
  const next = skip + shown.length;
  if (next < lines.length) shown.push(`more: cursor=${next}.${cursor}`);
  else if (nextCursor !== undefined) shown.push(`more: cursor=0.${nextCursor}`);
  return shown.join("\n");
}
