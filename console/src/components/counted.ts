/** Returns a number with its noun, such as "1,000 specs". */
export const counted = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${number === 1 ? noun : `${noun}s`}`;
