/** Writes the decimal digits of any script as 0 to 9: `٣` and `３` are 3. */
export const plainDigits = (text: string) =>
  text.replace(/\p{Nd}/gu, (digit) => (/[0-9]/u.test(digit) ? digit : String(valueOfDigit(digit))));

/** Every script has its digits in a row, from zero on. */
function valueOfDigit(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return point - zero;
}
