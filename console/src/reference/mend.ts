/*
 * Swagger UI is not usable by everybody as it comes. This sets right what its options don't reach; its colours are set
 * right by `reference.css`.
 */

/** The path of an operation is a link inside the button that opens the operation. As a plain text it does the same. */
export const withoutLinksInButtons = () => ({
  wrapComponents: {
    DeepLink: (show: (properties: object) => unknown) => (properties: object) =>
      show({ ...properties, enabled: false }),
  },
});

/** The name of a parameter stands in another cell of its row. */
const parameterOf = (element: Element) => element.closest("tr")?.getAttribute("data-param-name") ?? "Value";

type Lacks = readonly [elements: string, name: string, value: string | ((element: Element) => string)];

const attributes: readonly Lacks[] = [
  // What stands before its `main` has no place of its own otherwise.
  [".information-container", "role", "region"],
  [".information-container", "aria-label", "About the API"],
  [".scheme-container", "role", "region"],
  [".scheme-container", "aria-label", "Server and credentials"],
  [".filter-container", "role", "search"],
  // Its title comes right below the page's, and the groups beside it.
  [".info .title", "aria-level", "2"],
  ["h3.opblock-tag", "aria-level", "2"],
  ["section.models h4", "aria-level", "2"],
  [".opblock-body h4", "aria-level", "3"],
  [".opblock-body h5", "aria-level", "4"],
  ["#servers", "aria-label", "Server"],
  [".parameters select", "aria-label", parameterOf],
  // A table for each operation would be as many places of the same name.
  ["table[role=region]", "role", "table"],
  ["pre.microlight", "tabindex", "0"],
];

/** Gives what is shown in a place the attributes that it lacks, now and whenever more of it is shown. */
export function mend(place: Element): void {
  const mendNow = () => {
    for (const [elements, name, value] of attributes)
      for (const element of place.querySelectorAll(elements)) {
        const right = typeof value === "string" ? value : value(element);
        if (element.getAttribute(name) !== right) element.setAttribute(name, right);
      }
  };
  new MutationObserver(mendNow).observe(place, { childList: true, subtree: true });
  mendNow();
}
