/** Words of fewer letters have to be right. */
const leastLetters = 4;

/** Tests whether a word begins one of a text's words, with at most one letter wrong, missing, added or swapped. */
export function isNear(word: string, text: string): boolean {
  if (word.length < leastLetters) return false;
  return text.split(/[^\p{L}\p{N}]+/u).some((own) => {
    const lengths = [word.length - 1, word.length, word.length + 1];
    return lengths.some((length) => length <= own.length && differByOne(word, own.slice(0, length)));
  });
}

/** Tests whether one change of a letter, or a swap of two, makes two words equal. */
function differByOne(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (at === short.length) return long.length - short.length <= 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return (
    short.slice(at + 1) === long.slice(at + 1) || (isSwapped && short.slice(at + 2) === long.slice(at + 2))
  );
}
