/** Returns a text of somebody else in one line, without what would become a link, an image or a tag. */
export function oneLine(text: string, most = 120): string {
  const flat = text
    .replace(/[<>`[\]]/g, "")
    .replaceAll("://", ":")
    .replace(/\s+/g, " ")
    .trim();
  if (flat.length <= most) return flat;
  const end = (flat.charCodeAt(most - 1) & 0xfc00) === 0xdc00 ? most - 2 : most - 1;
  return `${flat.slice(0, end)}…`;
}

/** Joins the facts that are there. */
export const joined = (parts: readonly (string | null | undefined | false)[], by = " · "): string =>
  parts.filter((part) => typeof part === "string" && part !== "").join(by);

/** "14:05Z". */
export const timeOf = (dateTime: string): string => `${dateTime.slice(11, 16)}Z`;
