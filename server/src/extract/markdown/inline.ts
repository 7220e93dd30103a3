import { addRaw } from "./flow.ts";
import { languageOf } from "./language.ts";
import { flowOf, type Tag } from "./state.ts";

/** Deeper marks are dropped. */
const deepest = 24;

/** Wraps text since the opening tag in marks, unless a block ended meanwhile. */
const mark =
  (dress: (text: string) => string): Tag =>
  (state) => {
    if (state.verbatim || state.depth >= deepest) return null;
    const flow = flowOf(state);
    const { ended } = flow;
    const from = flow.parts.length;
    state.depth++;
    return () => {
      state.depth--;
      if (flow.ended !== ended) return;
      const text = flow.parts.splice(from).join("");
      const inner = text.trim();
      if (inner === "") return void flow.parts.push(text);
      const start = text.indexOf(inner);
      flow.parts.push(text.slice(0, start) + dress(inner) + text.slice(start + inner.length));
    };
  };

const strong = mark((text) => `**${text}**`);
const emphasis = mark((text) => `*${text}*`);
const code = mark((text) => {
  const fence = "`".repeat(longestRun(text, /`+/g) + 1);
  const space = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return fence + space + text.replace(/\\</g, "<") + space + fence;
});

const longestRun = (text: string, runs: RegExp) =>
  (text.match(runs) ?? []).reduce((most, run) => Math.max(most, run.length), 0);

/** Returns a fence longer than any in the text. */
export const fenceFor = (text: string) => "`".repeat(Math.max(3, longestRun(text, /`{3,}/g) + 1));

export const inlineTags: Readonly<Record<string, Tag | undefined>> = {
  __proto__: null as never,
  strong,
  b: strong,
  em: emphasis,
  i: emphasis,
  code: (state, attributes) => {
    if (state.verbatim) state.verbatim.language ||= languageOf(attributes.class);
    return code(state, attributes);
  },
  kbd: code,
  samp: code,
  del: mark((text) => `~~${text}~~`),
  s: mark((text) => `~~${text}~~`),
  a: (state, { href = "" }) => {
    const address = href.startsWith("#") ? null : state.address(href.trim());
    if (!address || /^(?:javascript|data|vbscript):/i.test(address)) return null;
    const target = /[\s()<>]/.test(address) ? `<${address.replace(/[\s<>]/g, encodeURIComponent)}>` : address;
    return mark((text) => `[${text}](${target})`)(state, {});
  },
  img: (state, { alt = "", src = "" }) => {
    state.pictures++;
    const address = /^https?:/i.test(src) || !src.includes(":") ? state.address(src) : null;
    const name = alt.replace(/[\s[\]]+/g, " ").trim();
    if (name)
      addRaw(
        flowOf(state),
        address ? `![${name}](<${address.replace(/[\s<>]/g, encodeURIComponent)}>)` : `![${name}]`,
      );
    return null;
  },
  // A box at the beginning of a list's item makes a task of it.
  input: (state, { type = "", checked }) => {
    const flow = flowOf(state);
    const begins = flow.blocks.length === 0 && flow.parts.join("").trim() === "";
    if (state.lists.length > 0 && begins && /^checkbox$/i.test(type))
      addRaw(flow, checked === undefined ? "[ ] " : "[x] ");
    return null;
  },
  br: (state) => {
    if (state.verbatim) state.verbatim.text += "\n";
    else addRaw(flowOf(state), "\n");
    return null;
  },
  sup: mark((text) => (/^\[.*\]\(.*\)$/.test(text) ? text : `^${text}`)),
};
