import {
  anyEndingLine,
  clean,
  closeFence,
  cutBetweenBlocks,
  endingLine,
  fitTitle,
  oneLine,
} from "../../text.ts";
import type { Item } from "../../tracker.ts";
import { anyMarker, breakMarkers, markerOf } from "./marker.ts";
import { neutralizeMentions, quietText } from "./neutralize-mentions.ts";

/** GitHub's limits. A UTF-16 unit counts as one here, which is never too few. */
export const mostInTitle = 256;
export const mostInBody = 65_536;

const quietLine = (title: string) => quietText(oneLine(title));
const isTooLong = ({ title }: Pick<Item, "title">) => quietLine(title).length > mostInTitle;

/**
 * Returns the title; one that is too long is cut between graphemes, and the body begins with the whole. GitHub takes
 * no title that shows nothing.
 */
export const renderTitle = ({ title, handle }: Pick<Item, "title" | "handle">) =>
  fitTitle(quietLine(title), mostInTitle, handle);

/** Returns the caveats of a title that is written without the body that would begin with the whole. */
export const titleCaveats = (item: Pick<Item, "title" | "handle">) =>
  isTooLong(item) ? [`The title of ${item.handle} was cut: GitHub takes 256 characters.`] : [];

/** The parts of an item that a body is made of. */
export type Written = Pick<Item, "title" | "text" | "handle" | "identity">;

/**
 * Returns the body: the text, its handle, and the marker as the last line. A text that is too long is cut between
 * blocks; the marker never is.
 */
export function renderBody(item: Written): { body: string; caveats: string[] } {
  const whole = isTooLong(item) ? `**${oneLine(item.title)}**\n\n` : "";
  const text = breakMarkers(whole + clean(item.text)).trimEnd();
  const quiet = neutralizeMentions(text.slice(0, mostInBody)); // The rest is cut in any case.
  const end = `${text === "" ? "" : "\n\n"}---\n${endingLine(item.handle)}\n\n${markerOf(item.identity.marker)}`;
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

/**
 * Returns a body without our ending, wherever a person moved it or wrote below it. What people wrote stays, also on a
 * line of ours. GitHub keeps bodies as they are; its editor only makes CRLF of LF.
 */
export const bareText = (body: string) => clean(body).replace(ending, "").trimEnd();

const lines = ["(?<![^\\n])---", anyEndingLine.source, "", ""].join("[ \\t]*\\n");
const ending = new RegExp(`(?:${lines})?${anyMarker.source}[ \\t]*(?!.)`);

/**
 * Cuts a text before it is neutralized, as code that loses its end is no code any more. Neutralizing at most triples
 * a text.
 */
function cutQuietly(text: string, most: number): string {
  const cut = neutralizeMentions(cutBetweenBlocks(text, most));
  return cut.length <= most ? cut : neutralizeMentions(cutBetweenBlocks(text, Math.floor(most / 3)));
}
