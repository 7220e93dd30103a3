import type { Env, MarkdownIt, StateBlock, StateInline } from "markdown-it";

// Bounds the search for a label's end.
const definition = /\[\^([^\s[\]]{1,99})\]:[ \t]*(?=\S)/y;
const reference = /\[\^([^\s[\]]{1,99})\]/y;

/**
 * Adds GitHub's footnotes as `footnote_open`, `footnote_close` and `footnote` tokens, with the label as
 * `content`. Defined labels go to the caller's set `env.footnotes`.
 */
export function footnotes(markdown: MarkdownIt): void {
  markdown.block.ruler.before("reference", "footnote_definition", readDefinition, {
    alt: ["paragraph", "reference"],
  });
  markdown.inline.ruler.before("link", "footnote", readReference);
}

function readDefinition(state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src.charCodeAt(start) !== 91 || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
  definition.lastIndex = start;
  const label = definition.exec(state.src)?.[1];
  if (label === undefined) return false;
  // Interrupts only the paragraph of a preceding definition in its block.
  if (silent) return state.env.isInFootnote === true && (state.sCount[line] ?? 0) >= state.blkIndent - 4;
  labelsOf(state.env)?.add(label.toLowerCase());
  const open = state.push("footnote_open", "", 1);
  open.content = label;
  open.map = [line, line + 1];
  const { blkIndent, parentType } = state;
  const [mark, shift, column] = [state.bMarks[line], state.tShift[line], state.sCount[line]];
  const wasIn = state.env.isInFootnote;
  // Continuation lines are indented four columns.
  state.bMarks[line] = definition.lastIndex;
  state.tShift[line] = 0;
  state.sCount[line] = blkIndent + 4;
  state.blkIndent = blkIndent + 4;
  state.parentType = "footnote";
  state.env.isInFootnote = true;
  state.line = line;
  state.md.block.tokenize(state, line, end);
  if (state.line === line) state.line = line + 1;
  state.env.isInFootnote = wasIn;
  state.parentType = parentType;
  state.blkIndent = blkIndent;
  [state.bMarks[line], state.tShift[line], state.sCount[line]] = [mark ?? 0, shift ?? 0, column ?? 0];
  open.map = [line, state.line];
  state.push("footnote_close", "", -1);
  return true;
}

function readReference(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 91 || state.src.charCodeAt(state.pos + 1) !== 94) return false;
  reference.lastIndex = state.pos;
  const label = reference.exec(state.src)?.[1];
  if (label === undefined || labelsOf(state.env)?.has(label.toLowerCase()) !== true) return false;
  if (!silent) state.push("footnote", "", 0).content = label;
  state.pos = reference.lastIndex;
  return true;
}

function labelsOf({ footnotes }: Env): Set<string> | undefined {
  return footnotes instanceof Set ? footnotes : undefined;
}
