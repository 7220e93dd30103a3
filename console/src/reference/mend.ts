/* Accessibility fixes that Swagger UI's options don't cover; colors are fixed in `reference.css`. */

/** Renders the operation's path as text, since the button around it must not contain a link. */
export const withoutLinksInButtons = () => ({
  wrapComponents: {
    DeepLink: (show: (properties: object) => unknown) => (properties: object) =>
      show({ ...properties, enabled: false }),
  },
});

/** The parameter's name is in another cell. */
const parameterOf = (element: Element) => element.closest("tr")?.getAttribute("data-param-name") ?? "Value";

type Lacks = readonly [elements: string, name: string, value: string | ((element: Element) => string)];

const attributes: readonly Lacks[] = [
  // Content before `main` needs a landmark.
  [".information-container", "role", "region"],
  [".information-container", "aria-label", "About the API"],
  [".scheme-container", "role", "region"],
  [".scheme-container", "aria-label", "Server and credentials"],
  [".filter-container", "role", "search"],
  // The title and the groups follow the page's own `h1`.
  [".info .title", "aria-level", "2"],
  ["h3.opblock-tag", "aria-level", "2"],
  ["section.models h4", "aria-level", "2"],
  [".opblock-body h4", "aria-level", "3"],
  [".opblock-body h5", "aria-level", "4"],
  ["#servers", "aria-label", "Server"],
  [".parameters select", "aria-label", parameterOf],
  // A region per operation would repeat the same landmark name.
  ["table[role=region]", "role", "table"],
  ["pre.microlight", "tabindex", "0"],
];

/** Adds missing attributes, now and whenever the content changes. */
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
