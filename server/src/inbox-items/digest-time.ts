import { type Chosen, usualDigestAt, usualTimeZone } from "./channels.ts";

type DigestSettings = Pick<Chosen, "digest_at" | "time_zone" | "digested_on">;

/**
 * Returns when a user's next daily mail is due, and its local date: the first day after the last mail whose
 * time hasn't passed. A time that summer time skips is the first after it, a repeated one its first.
 */
export function nextDigest(
  { digest_at, time_zone, digested_on }: DigestSettings,
  from: Temporal.Instant,
): { at: Temporal.Instant; date: string } {
  const timeZone = time_zone ?? usualTimeZone;
  const plainTime = Temporal.PlainTime.from(digest_at ?? usualDigestAt);
  let date = from.toZonedDateTimeISO(timeZone).toPlainDate();
  for (;;) {
    const at = date.toZonedDateTime({ timeZone, plainTime }).toInstant();
    const isLater = digested_on === null || date.toString() > digested_on;
    if (isLater && Temporal.Instant.compare(at, from) >= 0) return { at, date: date.toString() };
    date = date.add({ days: 1 });
  }
}

/** Returns the local date of the daily mail that is due now; null if none is. */
export function dueDigest(settings: DigestSettings, now: Temporal.Instant): string | null {
  const timeZone = settings.time_zone ?? usualTimeZone;
  const date = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const plainTime = Temporal.PlainTime.from(settings.digest_at ?? usualDigestAt);
  const at = date.toZonedDateTime({ timeZone, plainTime }).toInstant();
  const isMade = settings.digested_on !== null && date.toString() <= settings.digested_on;
  return isMade || Temporal.Instant.compare(at, now) > 0 ? null : date.toString();
}
