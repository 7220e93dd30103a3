import type { Element, Root } from "hast";
import { type ComponentType, createElement, type ReactNode } from "react";

/** The components that stand for elements, by their names. */
export type Components = Readonly<Record<string, ComponentType<never>>>;

/** Returns a tree as React elements; its elements have their properties as React names them (`react-properties.ts`). */
export const elementsOf = ({ children }: Root | Element, components: Components): ReactNode[] =>
  children.map((node, index) => {
    if (node.type === "text") return node.value;
    if (node.type !== "element") return null;
    const type = (components[node.tagName] ?? node.tagName) as string;
    const properties = { ...node.properties, key: `${node.tagName} ${index.toString()}` };
    return createElement(type, properties, ...elementsOf(node, components));
  });
