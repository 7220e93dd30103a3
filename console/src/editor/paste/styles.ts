import type { Element } from "hast";

/** Returns the styles of an element by lower-case name. */
export function stylesOf({ properties: { style } }: Element): ReadonlyMap<string, string> {
  if (typeof style !== "string") return new Map();
  const declared = style.split(";").map((part): [string, string] => {
    const colon = part.indexOf(":");
    return [
      part.slice(0, colon).trim().toLowerCase(),
      part
        .slice(colon + 1)
        .trim()
        .toLowerCase(),
    ];
  });
  return new Map(declared.filter(([name]) => name !== ""));
}

const monospace = /\b(monospace|courier|consolas|menlo|monaco|roboto mono|source code pro|jetbrains mono)\b/;

/** Returns the elements that say what the styles do, the outermost first. */
export function marksOf(styles: ReadonlyMap<string, string>): string[] {
  const weight = styles.get("font-weight") ?? "";
  const line = styles.get("text-decoration-line") ?? styles.get("text-decoration") ?? "";
  return [
    ...(weight.startsWith("bold") || Number(weight) >= 600 ? ["strong"] : []),
    ...(/italic|oblique/.test(styles.get("font-style") ?? "") ? ["em"] : []),
    ...(line.includes("line-through") ? ["del"] : []),
    ...(isMonospace(styles) ? ["code"] : []),
  ];
}

export const isMonospace = (styles: ReadonlyMap<string, string>): boolean =>
  monospace.test(styles.get("font-family") ?? "");

/** True for a `<b>` or `<i>` that its style undoes, such as the one around a text of Google Docs. */
export const isUndone = (styles: ReadonlyMap<string, string>): boolean =>
  /^(normal|[1-5]00)$/.test(styles.get("font-weight") ?? "") || styles.get("font-style") === "normal";

export const isHidden = (node: Element): boolean => {
  const styles = stylesOf(node);
  return (
    node.properties.hidden !== undefined ||
    styles.get("display") === "none" ||
    styles.get("mso-hide") === "all" ||
    styles.get("mso-list") === "ignore"
  );
};
