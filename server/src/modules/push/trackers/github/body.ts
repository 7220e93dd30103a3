import type { Item } from "../tracker.ts";
import { openFence } from "./code.ts";
import { breakMarkers, markerOf } from "./marker.ts";
import { quietMentions, quietText } from "./mentions.ts";

/** GitHub's limits. A UTF-16 unit counts as one here, which is never too few. */
export const mostInTitle = 256;
export const mostInBody = 65_536;

/** A title that is too long is cut between graphemes; the body then begins with the whole. */
export function renderTitle({ title, handle }: Pick<Item, "title" | "handle">): string {
  const quiet = quietText(title);
  if (!/[^\p{C}\p{Z}\p{M}]/u.test(quiet)) return handle; // GitHub takes no title that shows nothing.
  if (quiet.length <= mostInTitle) return quiet;
  let cut = "";
  for (const { segment } of new Intl.Segmenter().segment(quiet)) {
    if (cut.length + segment.length > mostInTitle - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/**
 * The text, what it is here, and the marker as the last line. A text that is too long is cut between blocks;
 * the marker never is.
 */
export function renderBody(item: Item): { body: string; caveats: string[] } {
  const whole = quietText(item.title).length > mostInTitle ? `**${item.title}**\n\n` : "";
  const text = breakMarkers(whole + item.text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n")).trimEnd();
  const quiet = quietMentions(text.slice(0, mostInBody)); // What comes later is cut in any case.
  const end = `${text === "" ? "" : "\n\n"}---\n${item.handle} in Groundplan\n\n${markerOf(item.identity)}`;
  const closed = closeFence(quiet);
  if (text.length <= mostInBody && closed.length + end.length <= mostInBody) {
    return { body: closed + end, caveats: [] };
  }
  const note = "\n\n*The text goes on in Groundplan; GitHub takes no longer one.*";
  return {
    body: cutQuietly(quiet, mostInBody - end.length - note.length) + note + end,
    caveats: [`The text of ${item.handle} was cut: GitHub takes 65,536 characters.`],
  };
}

/** Code whose end is cut off is no code any more. Quieting at most triples a text. */
function cutQuietly(text: string, most: number): string {
  const cut = quietMentions(cutBetweenBlocks(text, most));
  return cut.length <= most ? cut : quietMentions(cutBetweenBlocks(text, Math.floor(most / 3)));
}

function cutBetweenBlocks(text: string, most: number): string {
  const head = text.slice(0, most - longestFence);
  const at = Math.max(head.lastIndexOf("\n\n"), 0) || Math.max(head.lastIndexOf("\n"), 0) || head.length;
  return closeFence(head.slice(0, at).toWellFormed());
}

/** Room that a closing fence may take; a longer one is no fence that a person wrote. */
const longestFence = 100;

function closeFence(text: string): string {
  const open = openFence(text);
  return open === null ? text : `${text}\n${open.slice(0, longestFence - 1)}`;
}
