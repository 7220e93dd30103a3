import { addRaw, endBlock, indent, newFlow } from "./flow.ts";
import { fenceFor } from "./inline.ts";
import { languageOf } from "./language.ts";
import { flowOf, type State, type Tag } from "./state.ts";
import { addCell, newTable, startRow, type Table, tableMarkdown } from "./table.ts";

/** Deeper lists and quotes are flattened into the last level. */
const deepest = 24;

/** Ends the surrounding block before, and its own block after. */
const block: Tag = (state) => {
  if (state.verbatim) return null;
  endBlock(flowOf(state));
  return () => endBlock(flowOf(state));
};

const heading =
  (level: number): Tag =>
  (state) => {
    if (state.verbatim) return null;
    endBlock(flowOf(state));
    return () => endBlock(flowOf(state), (text) => `${"#".repeat(level)} ${text.replace(/\s*\n\s*/g, " ")}`);
  };

/** Collects a nested flow and hands its blocks over on close. */
function inFlow(state: State, done: (blocks: string[]) => void): () => void {
  const flow = newFlow();
  state.flows.push(flow);
  return () => {
    endBlock(flow);
    state.flows.splice(state.flows.lastIndexOf(flow), 1);
    done(flow.blocks);
  };
}

/** Runs a nesting tag, or treats it as a plain block beyond the depth limit. */
const nested =
  (tag: (state: State, attributes: Parameters<Tag>[1]) => () => void): Tag =>
  (state, attributes) => {
    if (state.verbatim) return null;
    if (state.depth >= deepest) return block(state, attributes);
    endBlock(flowOf(state));
    state.depth++;
    const close = tag(state, attributes);
    return () => {
      close();
      state.depth--;
    };
  };

const list = (first: number | null): Tag =>
  nested((state, { start = "" }) => {
    const numbered = first === null ? null : Number.parseInt(start, 10) || first;
    const opened = { next: numbered };
    state.lists.push(opened);
    const close = inFlow(state, (items) => {
      if (items.length > 0) flowOf(state).blocks.push(items.join("\n"));
    });
    return () => {
      close();
      state.lists.splice(state.lists.lastIndexOf(opened), 1);
    };
  });

const item: Tag = nested((state, { value = "" }) => {
  const around = state.lists.at(-1);
  if (around && around.next !== null && /^\d{1,9}$/.test(value)) around.next = Number(value);
  return inFlow(state, (blocks) => {
    const marker = around && around.next !== null ? `${around.next++}. ` : "- ";
    // A list directly below an item's text follows without a blank line.
    const text = blocks
      .reduce((all, next) => all + (/^(?:- |\d+\. )/.test(next) ? "\n" : "\n\n") + next, "")
      .trim();
    if (text !== "") flowOf(state).blocks.push(indent(text, marker, " ".repeat(marker.length)));
  });
});

const table: Tag = (state, { role }) => {
  if (state.verbatim) return null;
  const flow = flowOf(state);
  endBlock(flow);
  const opened = state.tables.length > 0 ? null : newTable(role === "table");
  state.tables.push(opened);
  return () => {
    state.tables.pop();
    endBlock(flow);
    if (opened) flow.blocks.push(...blocksOf(opened));
  };
};

/**
 * A table without table semantics is layout if it has one column, or cells that markdown can't hold: its
 * cells become blocks.
 */
function blocksOf({ rows, isTable, holdsBlocks }: Table): string[] {
  const isLayout = rows.every((row) => row.length <= 1) && (!isTable || holdsBlocks);
  const blocks = isLayout
    ? rows.map(([cell = ""]) => cell.replaceAll("<br>", "\n\n"))
    : [tableMarkdown(rows)];
  return blocks.filter((text) => text !== "");
}

/** Start of a block that is neither paragraph nor picture. */
const beginsBlock = /^(?:#{1,6} |- |\d+\. |> |`{3}|---$)/;

/** Notes that the surrounding table has a head, which marks it as data. */
const head =
  (tag: Tag): Tag =>
  (state, attributes) => {
    const around = state.tables.at(-1);
    if (around) around.isTable = true;
    return tag(state, attributes);
  };

const row: Tag = (state) => {
  const around = state.tables.at(-1);
  if (!around) return block(state, {});
  startRow(around);
  return null;
};

const span = (text = "1") => Math.max(1, Number.parseInt(text, 10) || 1);

const cell: Tag = (state, { colspan, rowspan }) => {
  const around = state.tables.at(-1);
  if (!around || state.verbatim) return block(state, {});
  return inFlow(state, (blocks) => {
    around.holdsBlocks ||= blocks.some((text) => beginsBlock.test(text));
    const text = blocks
      .join("\n")
      .replace(/(?<!\\)\|/g, "\\|")
      .replace(/\n+/g, "<br>");
    if (!addCell(around, text, span(colspan), span(rowspan))) state.isCut = true;
  });
};

const verbatim: Tag = (state, attributes) => {
  if (state.verbatim) return null;
  endBlock(flowOf(state));
  const opened = { text: "", language: languageOf(attributes.class) };
  state.verbatim = opened;
  return () => {
    state.verbatim = null;
    const text = opened.text.replace(/^\n|\s+$/g, "");
    const fence = fenceFor(text);
    if (text.trim() !== "") flowOf(state).blocks.push(`${fence}${opened.language}\n${text}\n${fence}`);
  };
};

const plainBlocks =
  "p div section article main header footer nav aside address figure figcaption details summary fieldset legend form dl dt dd center body html hgroup";

export const blockTags: Readonly<Record<string, Tag | undefined>> = {
  __proto__: null as never,
  ...Object.fromEntries(plainBlocks.split(" ").map((name) => [name, block])),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(level)])),
  ul: list(null),
  ol: list(1),
  menu: list(null),
  li: item,
  blockquote: nested((state) =>
    inFlow(state, (blocks) => {
      if (blocks.length > 0)
        flowOf(state).blocks.push(blocks.join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">"));
    }),
  ),
  pre: verbatim,
  table,
  tr: row,
  td: cell,
  th: head(cell),
  thead: head(() => null),
  caption: head(block),
  hr: (state) => {
    endBlock(flowOf(state));
    addRaw(flowOf(state), "---");
    endBlock(flowOf(state), (text) => text);
    return null;
  },
};
