import { blockTags } from "./blocks.ts";
import { addRaw, addText, endBlock, newFlow } from "./flow.ts";
import { inlineTags } from "./inline.ts";
import { type Attributes, flowOf, type State } from "./state.ts";
import { mostColumns } from "./table.ts";

/** The text of these elements is not for readers. */
const skipped = new Set(
  "title script style template noscript head svg math iframe object embed canvas audio video select textarea button input dialog datalist".split(
    " ",
  ),
);

export interface Written {
  text: string;
  pictures: number;
  /** Says which words are not in the text. */
  problem: string | null;
}

const tooWide = `Tables have more than ${mostColumns} columns; the further cells were left out.`;

/**
 * Returns a writer that makes markdown of the tags and texts of HTML, in one pass and without recursion, so that no
 * depth overflows anything. Tags must be closed in the order in which they were opened.
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

  return {
    open(name: string, attributes: Attributes = {}): void {
      if (skipped.has(name)) skippedFrom = Math.min(skippedFrom, closings.length);
      const tag = closings.length < skippedFrom ? (blockTags[name] ?? inlineTags[name]) : undefined;
      closings.push(tag?.(state, attributes) ?? null);
    },
    text(text: string): void {
      if (closings.length > skippedFrom) return;
      if (state.verbatim) state.verbatim.text += text;
      else addText(flowOf(state), text);
    },
    /** Adds markdown as it is. */
    raw: (markdown: string): void => addRaw(flowOf(state), markdown),
    close(): void {
      closings.pop()?.();
      if (closings.length <= skippedFrom) skippedFrom = Number.POSITIVE_INFINITY;
    },
    /** Ends the tags and blocks that are still open. */
    end(): Written {
      while (closings.length > 0) this.close();
      const flow = flowOf(state);
      endBlock(flow);
      const problem = state.isCut ? tooWide : null;
      return { text: flow.blocks.join("\n\n"), pictures: state.pictures, problem };
    },
  };
}
export type MarkdownWriter = ReturnType<typeof writeMarkdown>;
