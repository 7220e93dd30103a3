import { cutLine, fitTitle, oneLine } from "../../text.ts";
import type { Item, ItemKind } from "../../tracker.ts";

/**
 * In UTF-16 units. None is published: 80 is the limit of Linear's project form, the others are from refusals.
 */
export const mostInTitle: Readonly<Record<ItemKind, number>> = { container: 80, item: 255 };
const mostInSummary = 255;

type Named = Pick<Item, "kind" | "title" | "handle">;

/** Cuts a long title between graphemes; the text repeats it. */
export const renderTitle = ({ kind, title, handle }: Named) =>
  fitTitle(oneLine(title), mostInTitle[kind], handle);

export const isTooLong = ({ kind, title }: Named) => oneLine(title).length > mostInTitle[kind];

/** Returns the caveat of a cut title whose text isn't written. */
export const titleCaveats = (item: Named) =>
  isTooLong(item)
    ? [`The title of ${item.handle} was cut: Linear takes ${mostInTitle[item.kind]} characters.`]
    : [];

export const renderSummary = ({ handle }: Pick<Item, "handle">) => cutLine(handle, mostInSummary);
