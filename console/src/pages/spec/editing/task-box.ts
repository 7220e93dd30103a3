/** A checkbox: its state's offset, and its line around that. */
export interface Box {
  offset: number;
  before: string;
  after: string;
  isTicked: boolean;
}

/** Returns the checkbox whose state is at this UTF-16 offset. */
export function boxAt(content: string, offset: number): Box {
  const end = content.indexOf("\n", offset);
  return {
    offset,
    before: content.slice(content.lastIndexOf("\n", offset) + 1, offset),
    after: content.slice(offset + 1, end < 0 ? content.length : end),
    isTicked: /x/i.test(content.charAt(offset)),
  };
}

/** Null if the line is missing or ambiguous. */
export function withBox(content: string, { offset, before, after }: Box, isTicked: boolean): string | null {
  const places: number[] = [];
  let begin = 0;
  for (const line of content.split("\n")) {
    const isSame = line.length === before.length + 1 + after.length;
    if (isSame && line.startsWith(before) && line.endsWith(after)) places.push(begin + before.length);
    begin += line.length + 1;
  }
  const place = places.includes(offset) || places.length > 1 ? offset : places[0];
  if (place === undefined || !places.includes(place)) return null;
  if (/x/i.test(content.charAt(place)) === isTicked) return content;
  return content.slice(0, place) + (isTicked ? "x" : " ") + content.slice(place + 1);
}
