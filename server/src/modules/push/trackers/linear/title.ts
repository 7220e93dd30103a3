import { cutLine, fitTitle, oneLine } from "../text.ts";
import type { Item, Sort } from "../tracker.ts";

/**
 * What Linear takes, in UTF-16 units. None of it is published: the name of a project is what its form allows, the
 * rest what others were refused.
 */
export const mostInTitle: Readonly<Record<Sort, number>> = { container: 80, item: 255 };
const mostInSummary = 255;

type Named = Pick<Item, "sort" | "title" | "handle">;

/** One line. A title that is too long is cut between graphemes; the text then begins with the whole. */
export const renderTitle = ({ sort, title, handle }: Named) =>
  fitTitle(oneLine(title), mostInTitle[sort], handle);

export const isTooLong = ({ sort, title }: Named) => oneLine(title).length > mostInTitle[sort];

/** For a title that is written without the text that would begin with the whole. */
export const titleCaveats = (item: Named) =>
  isTooLong(item)
    ? [`The title of ${item.handle} was cut: Linear takes ${mostInTitle[item.sort]} characters.`]
    : [];

/** A project's short description. */
export const renderSummary = ({ handle }: Pick<Item, "handle">) => cutLine(handle, mostInSummary);
