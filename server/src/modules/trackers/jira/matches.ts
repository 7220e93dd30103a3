import type { Field, Item, RemoteItem } from "../tracker.ts";
import { render } from "./items/render.ts";
import type { Layout } from "./project/schema.ts";

/** Compares with the rendering of our field. */
export function matches(layouts: readonly Layout[], remote: RemoteItem, item: Item, field: Field): boolean {
  return render(layoutIn(layouts, remote), item, [field]).fields[field] === remote.fields[field];
}

/** Returns the layout of the project, which may be another after a move. */
export function layoutIn(layouts: readonly Layout[], remote: RemoteItem): Layout {
  const project = remote.external.key.slice(0, remote.external.key.lastIndexOf("-"));
  const layout = layouts.find((one) => one.project.key === project) ?? layouts[0];
  if (!layout) throw new Error("matches() before check()");
  return layout;
}
