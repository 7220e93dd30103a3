import type { Field, Item, RemoteItem } from "../tracker.ts";
import { estimateOf } from "./items/estimate.ts";
import type { Team } from "./items/team.ts";
import { sameLine, sameMarkdown } from "./text/markdown-equality.ts";
import { renderWords } from "./text/text.ts";
import { renderTitle } from "./text/title.ts";

/**
 * Returns true where Linear's field says the same as ours: Linear keeps a document, and not the text that it was
 * sent.
 */
export function matches(
  teams: readonly Team[],
  { external, fields }: RemoteItem,
  item: Item,
  field: Field,
): boolean {
  if (field === "title") return sameLine(fields.title, renderTitle(item));
  if (field === "text") return sameMarkdown(fields.text, renderWords(item).text);
  if (item.kind === "container") return true;
  // The key begins with its team's, which may be another one after a move.
  const team = teams.find(({ key }) => external.key.startsWith(`${key}-`)) ?? teams[0];
  const estimate = team === undefined ? undefined : estimateOf(team, item);
  return estimate === undefined || fields.effort === String(estimate ?? "");
}
