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

/** GitHub's limits. Counting UTF-16 units never underestimates. */
export const mostInTitle = 256;
export const mostInBody = 65_536;

const quietLine = (title: string) => quietText(oneLine(title));
const isTooLong = ({ title }: Pick<Item, "title">) => quietLine(title).length > mostInTitle;

/**
 * Cuts a long title between graphemes and repeats it in the body. Returns the handle for an invisible title.
 */
export const renderTitle = ({ title, handle }: Pick<Item, "title" | "handle">) =>
  fitTitle(quietLine(title), mostInTitle, handle);

/** Returns the caveat of a cut title whose body isn't written. */
export const titleCaveats = (item: Pick<Item, "title" | "handle">) =>
  isTooLong(item) ? [`The title of ${item.handle} was cut: GitHub takes 256 characters.`] : [];

export type RenderedItem = Pick<Item, "title" | "text" | "handle" | "identity">;

/**
 * Returns the text with handle and marker at its end. A long text is cut between blocks, the marker never.
 */
export function renderBody(item: RenderedItem): { body: string; caveats: string[] } {
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

/** Removes our ending but no user's text. GitHub keeps bodies verbatim, but its editor turns LF into CRLF. */
export const bareText = (body: string) => clean(body).replace(ending, "").trimEnd();

const lines = ["(?<![^\\n])---", anyEndingLine.source, "", ""].join("[ \\t]*\\n");
const ending = new RegExp(`(?:${lines})?${anyMarker.source}[ \\t]*(?!.)`);

/** Cuts before neutralizing, which at most triples a text, since cut-off code is no longer code. */
function cutQuietly(text: string, most: number): string {
  const cut = neutralizeMentions(cutBetweenBlocks(text, most));
  return cut.length <= most ? cut : neutralizeMentions(cutBetweenBlocks(text, Math.floor(most / 3)));
}
