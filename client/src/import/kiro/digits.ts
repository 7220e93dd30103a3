/** Converts decimal digits of any script to ASCII: `٣` and `３` are 3. */
export const plainDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => (/[0-9]/u.test(digit) ? digit : String(valueOfDigit(digit))));

/** Counts back to zero, since every script's digits are consecutive. */
function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return point - zero;
}
