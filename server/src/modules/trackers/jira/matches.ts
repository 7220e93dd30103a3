import type { Field, Item, RemoteItem } from "../tracker.ts";
import { render } from "./items/render.ts";
import type { Layout } from "./project/schema.ts";

/** Compares with the rendering of our field. */
export function matches(layouts: readonly Layout[], remote: RemoteItem, item: Item, field: Field): boolean {
  const project = remote.external.key.slice(0, remote.external.key.lastIndexOf("-"));
  const layout = layouts.find((one) => one.project.key === project) ?? layouts[0];
  if (!layout) throw new Error("matches() before check()");
  return render(layout, item, [field]).fields[field] === remote.fields[field];
}
