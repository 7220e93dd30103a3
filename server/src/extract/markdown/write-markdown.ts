import { joinProblems } from "../reader.ts";
import { blockTags } from "./blocks.ts";
import { addRaw, addText, endBlock, newFlow } from "./flow.ts";
import { inlineTags } from "./inline.ts";
import { type Attributes, flowOf, type State } from "./state.ts";
import { mostColumns } from "./table.ts";

/** Elements whose text is not for readers. */
const skipped = new Set(
  "title script style template noscript head svg math iframe object embed canvas audio video select textarea button dialog datalist".split(
    " ",
  ),
);

export interface MarkdownText {
  text: string;
  pictures: number;
  /** A message about text that is missing. */
  problem: string | null;
}

const equations = "Equations are missing, or are shown as a row of their signs.";
const tooWide = `Tables have more than ${mostColumns} columns; the rest were left out.`;

/**
 * Returns a single-pass writer from HTML tags and texts to markdown, without recursion, so that no depth
 * overflows the stack. Tags must be closed in reverse order.
 */
export function writeMarkdown(address: State["address"] = (href) => href) {
  const state: State = {
    flows: [newFlow()],
    tables: [],
    lists: [],
    depth: 0,
    verbatim: null,
    pictures: 0,
    isCut: false,
    address,
  };
  const closings: ((() => void) | null)[] = [];
  let skippedFrom = Number.POSITIVE_INFINITY;
  let hasEquations = false;

  return {
    open(name: string, attributes: Attributes = {}): void {
      hasEquations ||= name === "math";
      if (skipped.has(name)) skippedFrom = Math.min(skippedFrom, closings.length);
      const tag = closings.length < skippedFrom ? (blockTags[name] ?? inlineTags[name]) : undefined;
      closings.push(tag?.(state, attributes) ?? null);
    },
    text(text: string): void {
      if (closings.length > skippedFrom) return;
      if (state.verbatim) state.verbatim.text += text;
      else addText(flowOf(state), text);
    },
    /** Adds markdown verbatim. */
    raw: (markdown: string): void => addRaw(flowOf(state), markdown),
    close(): void {
      closings.pop()?.();
      if (closings.length <= skippedFrom) skippedFrom = Number.POSITIVE_INFINITY;
    },
    /** Closes open tags and blocks. */
    end(): MarkdownText {
      while (closings.length > 0) this.close();
      const flow = flowOf(state);
      endBlock(flow);
      const problem = joinProblems([state.isCut && tooWide, hasEquations && equations]);
      return { text: flow.blocks.join("\n\n"), pictures: state.pictures, problem };
    },
  };
}
export type MarkdownWriter = ReturnType<typeof writeMarkdown>;
