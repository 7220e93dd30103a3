/** The longest wait in seconds: a tracker that asks for more is asked again after a day. */
export const longestWaitSeconds = 86_400;

/**
 * Reads `Retry-After` (RFC 9110, section 10.2.3) in whole seconds from 0 on; null where it can't be read. A time is
 * counted from the answer's own `Date`, as clocks differ.
 */
export function retryAfterSeconds(
  value: string | null | undefined,
  date: string | null | undefined,
): number | null {
  const text = value?.trim() ?? "";
  const seconds = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : (timeOf(text) - now(date)) / 1000;
  const whole = Math.max(0, Math.ceil(seconds));
  return Number.isSafeInteger(whole) ? whole : null;
}

const now = (date: string | null | undefined) => timeOf(date?.trim() ?? "") || Date.now();

/**
 * Returns the milliseconds of an HTTP date in any of its three forms; the oldest names no zone, and means GMT too.
 */
function timeOf(text: string): number {
  if (!/^[A-Z][a-z]+,? /.test(text)) return Number.NaN;
  return Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
}
