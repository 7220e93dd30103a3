import { clean, closeFence, cutBetweenBlocks, oneLine } from "../../text.ts";
import type { Item } from "../../tracker.ts";
import { endingOf } from "./ending.ts";
import { neutralizeProfiles } from "./neutralize-mentions.ts";
import { isTooLong } from "./title.ts";

/** Linear publishes no limit; larger texts were seen to work. */
export const mostInText = 100_000;

/** Cuts a long text between blocks. */
export function renderText(item: Item): { text: string; caveats: string[] } {
  const { text, isCut } = renderWords(item);
  const caveats = isCut ? [`The text of ${item.handle} was cut: Linear takes 100,000 characters.`] : [];
  return { text: (text === "" ? "" : `${text}\n\n`) + endingOf(item), caveats };
}

/** Returns the text without the ending. */
export function renderWords(item: Item): { text: string; isCut: boolean } {
  const whole = isTooLong(item) ? `**${oneLine(item.title)}**\n\n` : "";
  const most = mostInText - endingOf(item).length - 2;
  const text = (whole + clean(item.text)).trimEnd();
  if (text.length <= most) {
    const closed = closeFence(neutralizeProfiles(text));
    if (closed.length <= most) return { text: closed, isCut: false };
  }
  const note = "\n\n*The text goes on in Groundplan; Linear takes no longer one.*";
  const available = most - note.length;
  const short = neutralizeProfiles(cutBetweenBlocks(text, available));
  // Neutralizing at most doubles a text.
  const fits =
    short.length <= available ? short : neutralizeProfiles(cutBetweenBlocks(text, Math.floor(available / 2)));
  return { text: fits + note, isCut: true };
}
