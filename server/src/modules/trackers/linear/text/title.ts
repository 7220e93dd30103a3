import { cutLine, fitTitle, oneLine } from "../../text.ts";
import type { Item, ItemKind } from "../../tracker.ts";

/**
 * The most UTF-16 units of a title. None is published: a project's name has the limit of Linear's form, the others
 * are what users were refused.
 */
export const mostInTitle: Readonly<Record<ItemKind, number>> = { container: 80, item: 255 };
const mostInSummary = 255;

type Named = Pick<Item, "kind" | "title" | "handle">;

/**
 * Returns the title as one line. One that is too long is cut between graphemes; the text then begins with the whole.
 */
export const renderTitle = ({ kind, title, handle }: Named) =>
  fitTitle(oneLine(title), mostInTitle[kind], handle);

export const isTooLong = ({ kind, title }: Named) => oneLine(title).length > mostInTitle[kind];

/** Returns the caveats of a title that is written without the text that would begin with the whole. */
export const titleCaveats = (item: Named) =>
  isTooLong(item)
    ? [`The title of ${item.handle} was cut: Linear takes ${mostInTitle[item.kind]} characters.`]
    : [];

/** Returns a project's short description. */
export const renderSummary = ({ handle }: Pick<Item, "handle">) => cutLine(handle, mostInSummary);
