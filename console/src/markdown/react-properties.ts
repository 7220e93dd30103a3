import type { Element, Root } from "hast";
import { find, hastToReact, html } from "property-information";

/** These elements have nothing but elements; the white space between them is not shown. */
const ofTables = /^(?:table|thead|tbody|tfoot|tr)$/;
const cells = /^t[dh]$/;

/**
 * Gives the elements of a tree their properties as React names them, so that the page makes them with no table of names. It is
 * done where a text is parsed, in the worker.
 */
export function nameForReact(parent: Root | Element): void {
  if ("tagName" in parent) {
    parent.properties = namedForReact(parent);
    if (ofTables.test(parent.tagName))
      parent.children = parent.children.filter(({ type }) => type === "element");
  }
  for (const child of parent.children) if (child.type === "element") nameForReact(child);
}

function namedForReact({ tagName, properties }: Element): Element["properties"] {
  const { align, ...others } = properties;
  const named = Object.entries(others).map(([name, value]) => {
    const info = find(html, name);
    const key = info.space ? (hastToReact[info.property] ?? info.property) : info.attribute;
    return [key, Array.isArray(value) ? value.join(info.commaSeparated ? ", " : " ") : value];
  });
  // React writes the alignment of a cell as a style, which the page's policy allows.
  const style = cells.test(tagName) && align ? { style: { textAlign: align } as never } : {};
  return { ...Object.fromEntries(named), ...style };
}
