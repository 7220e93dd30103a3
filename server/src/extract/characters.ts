// A copy of the contract's counting: the confined program can't read other folders.

const isPair = (text: string, at: number) =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** Counts code points. */
export function characters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += isPair(text, at) ? 2 : 1;
  return count;
}

export function firstCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  let at = 0;
  for (let count = 0; at < text.length && count < most; count++) at += isPair(text, at) ? 2 : 1;
  return text.slice(0, at);
}
