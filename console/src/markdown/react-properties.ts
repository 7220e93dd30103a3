import type { Element, Root } from "hast";
import { find, hastToReact, html } from "property-information";

/** White space between their children is dropped. */
const ofTables = /^(?:table|thead|tbody|tfoot|tr)$/;
const cells = /^t[dh]$/;

/** Names properties for React in the worker, which spares the page a table. */
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
  // The CSP allows styles set by React.
  const style = cells.test(tagName) && align ? { style: { textAlign: align } as never } : {};
  return { ...Object.fromEntries(named), ...style };
}
