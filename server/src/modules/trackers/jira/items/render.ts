import type { Fields, Item, ItemPart } from "../../tracker.ts";
import { fields as allFields } from "../../tracker.ts";
import type { Layout } from "../project/schema.ts";
import { kindOf } from "./hierarchy.ts";
import { isTitleCut, mostInTitle, renderText, renderTitle, textOf } from "./text.ts";

export interface Rendered {
  /** For Jira's API, by id; only the project's fields. */
  sent: Record<string, unknown>;
  /** As they will read back. */
  fields: Fields;
  caveats: string[];
}

export function render(layout: Layout, item: Item, write: readonly ItemPart[] = allFields): Rendered {
  const { screen } = kindOf(layout, item);
  const rendered: Rendered = { sent: {}, fields: { title: "", text: "", effort: "" }, caveats: [] };
  const { sent, fields } = rendered;
  if (write.includes("title")) {
    fields.title = renderTitle(item);
    sent.summary = fields.title;
    if (screen.epicName !== null) sent[screen.epicName] = fields.title;
  }
  if (write.includes("text") && screen.description) {
    const { document, caveats } = renderText(item);
    fields.text = textOf(document);
    sent.description = document;
    rendered.caveats.push(...caveats);
  }
  if (write.includes("title") && isTitleCut(item) && !("description" in sent)) {
    rendered.caveats.push(`The title of ${item.handle} was cut: Jira takes ${mostInTitle} characters.`);
  }
  if (write.includes("effort") && screen.effort !== null) {
    fields.effort = item.effort === null ? "" : String(item.effort);
    sent[screen.effort] = item.effort;
  }
  return rendered;
}
