import type { Element, Root } from "hast";
import { type ComponentType, createElement, type ReactNode } from "react";

export type Components = Readonly<Record<string, ComponentType<never>>>;

/** Expects React's property names (`react-properties.ts`). */
export function elementsOf({ children }: Root | Element, components: Components): ReactNode[] {
  const counts = new Map<string, number>();
  return children.map((node) => {
    if (node.type === "text") return node.value;
    if (node.type !== "element") return null;
    // Keys count per tag, so that inserting another element doesn't remount this one.
    const count = counts.get(node.tagName) ?? 0;
    counts.set(node.tagName, count + 1);
    const type = (components[node.tagName] ?? node.tagName) as string;
    const properties = { ...node.properties, key: `${node.tagName} ${count.toString()}` };
    if (node.children.length === 0) return createElement(type, properties);
    // biome-ignore lint/correctness/noChildrenProp: as arguments very many children are more than a browser takes.
    return createElement(type, { ...properties, children: elementsOf(node, components) });
  });
}
