import { type ComponentType, lazy, Suspense, useState } from "react";
import type { MarkdownProperties } from "../markdown/rendered.tsx";
import type { TreeInput } from "../markdown/tree.ts";
import { Skeleton } from "./skeleton.tsx";

/** The component that renders texts, once it is loaded: a text that comes later is there with its room. */
let loaded: ComponentType<MarkdownProperties> | undefined;
const load = () =>
  import("../markdown/rendered.tsx").then((module) => {
    loaded = module.default;
    return module;
  });
const Rendered = lazy(load);

/** Loads what renders texts, for a room that will show one, and has that one read before the room shows it. */
export async function preloadMarkdown(text: Promise<TreeInput>): Promise<void> {
  const [{ treeLater }, input] = await Promise.all([import("../markdown/read-later.ts"), text, load()]);
  await treeLater(input);
}

/** Shows a text in markdown as elements, never as markup. What renders it is loaded with the first text. */
export function Markdown(properties: MarkdownProperties) {
  const [Shown] = useState<ComponentType<MarkdownProperties>>(() => loaded ?? Rendered);
  return (
    <Suspense fallback={properties.isNote ? <p>{properties.text}</p> : <Skeleton rows={6} />}>
      <Shown {...properties} />
    </Suspense>
  );
}
