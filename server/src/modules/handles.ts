const largest = 2 ** 31 - 1;

/** Returns the number in `PLAN-<n>` or `SPEC-<n>`; null for a malformed handle, which does not exist. */
export function handleNumber(prefix: "PLAN" | "SPEC", handle: string): number | null {
  const match = /^(PLAN|SPEC)-([1-9]\d{0,9})$/.exec(handle);
  if (match?.[1] !== prefix) return null;
  const number = Number(match[2]);
  return number <= largest ? number : null;
}

export const planHandle = (number: number) => `PLAN-${number}`;
export const specHandle = (number: number) => `SPEC-${number}`;
