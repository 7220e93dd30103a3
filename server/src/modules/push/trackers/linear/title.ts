import { cutLine, oneLine, showsSomething } from "../text.ts";
import type { Item, Sort } from "../tracker.ts";

/**
 * What Linear takes, in UTF-16 units. None of it is published: the name of a project is what its form allows, the
 * rest what others were refused.
 */
export const mostInTitle: Readonly<Record<Sort, number>> = { container: 80, item: 255 };
const mostInSummary = 255;

/** One line. A title that is too long is cut between graphemes; the text then begins with the whole. */
export function renderTitle({ sort, title, handle }: Pick<Item, "sort" | "title" | "handle">): string {
  const line = oneLine(title);
  return cutLine(showsSomething(line) ? line : handle, mostInTitle[sort]);
}

/** A project's short description. */
export const renderSummary = ({ handle }: Pick<Item, "handle">) => cutLine(handle, mostInSummary);
