import type { Block } from "./answer.ts";

/**
 * Returns the fenced parts of a brief or pack as blocks. Their marks are hashes of what they hold, so that no text in
 * a part can end it.
 */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const add = (plain: string) => {
    if (plain.trim() !== "") blocks.push({ text: plain.trim().replace(addresses, calls) });
  };
  for (;;) {
    opening.lastIndex = at;
    const found = opening.exec(text);
    if (!found) break;
    const [head, tag = "", mark = "", attributes = ""] = found;
    const closing = `\n</${tag} mark="${mark}">\n`;
    const end = text.indexOf(closing, found.index + head.length - 1);
    if (end < 0) break;
    add(text.slice(at, found.index));
    const facts = [...attributes.matchAll(attribute)].map(([, name = "", value = ""]) => [
      name,
      JSON.parse(value),
    ]);
    blocks.push({
      text: text.slice(found.index + head.length, Math.max(end, found.index + head.length)),
      fence: { tag, facts: Object.fromEntries(facts) },
    });
    at = end + closing.length;
  }
  add(text.slice(at));
  return blocks;
}

/** Matches the end of a brief or pack that left something out, which names addresses of the API. */
const addresses = /\bone by one below \/v1\/\S+ and \/v1\/\S+\/context\.\]$/;
const calls = "get_specs, get_guide, and get_context with a source's id from find.]";

const value = String.raw`"(?:[^"\\]|\\.)*"|\d+`;
const opening = new RegExp(String.raw`^<(\w+) mark="([0-9a-f]{12})"((?: \w+=(?:${value}))*)>\n`, "gm");
const attribute = new RegExp(String.raw` (\w+)=(${value})`, "g");
