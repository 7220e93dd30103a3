/** After a day the tracker is asked again. */
export const longestWaitSeconds = 86_400;

/**
 * Parses `Retry-After` (RFC 9110, section 10.2.3). A date counts from the answer's own `Date`, as clocks
 * differ.
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

/** Parses all three HTTP date forms; the oldest has no zone but means GMT. */
function timeOf(text: string): number {
  if (!/^[A-Z][a-z]+,? /.test(text)) return Number.NaN;
  return Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
}
