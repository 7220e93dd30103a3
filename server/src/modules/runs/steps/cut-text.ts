/** Bytes of an answer of a tool. */
const most = 64_000;
const note = "\n[cut]";

/** Cuts a text that the model is told to its most bytes. */
export function cutText(text: string): string {
  if (Buffer.byteLength(text) <= most) return text;
  return `${Buffer.from(text)
    .subarray(0, most - note.length)
    .toString("utf8")
    .replace(/\uFFFD$/, "")}${note}`;
}
