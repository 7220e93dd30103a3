import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueDigest, nextDigest } from "./digest-time.ts";

const settings = (digest_at: string, time_zone: string, digested_on: string | null = null) => ({
  digest_at,
  time_zone,
  digested_on,
});
const at = (text: string) => Temporal.Instant.from(text);
const nextOf = (of: ReturnType<typeof settings>, from: string) => String(nextDigest(of, at(from)).at);

describe("the time of a daily mail", () => {
  it.each([
    ["the same day", settings("08:00", "UTC"), "2026-03-01T07:00:00Z", "2026-03-01T08:00:00Z"],
    ["the day after", settings("08:00", "UTC"), "2026-03-01T08:00:01Z", "2026-03-02T08:00:00Z"],
    ["local time", settings("08:00", "Asia/Kolkata"), "2026-03-01T00:00:00Z", "2026-03-01T02:30:00Z"],
    ["a skipped time", settings("02:30", "Europe/Vienna"), "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z"],
    ["a repeated time", settings("02:30", "Europe/Vienna"), "2026-10-24T12:00:00Z", "2026-10-25T00:30:00Z"],
    ["summer time", settings("08:00", "Europe/Vienna"), "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"],
    ["one a day", settings("09:00", "UTC", "2026-03-01"), "2026-03-01T08:00:00Z", "2026-03-02T09:00:00Z"],
    [
      "the day across the date line",
      settings("08:00", "Pacific/Auckland", "2026-03-02"),
      "2026-03-01T20:00:00Z",
      "2026-03-02T19:00:00Z",
    ],
  ])("follows %s", (_, of, from, expected) => {
    expect(nextOf(of, from)).toBe(expected);
  });

  it("is due from its time until it is made, on each local day once", () => {
    const zones = ["UTC", "Europe/Vienna", "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe"];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 1439 }),
        fc.array(fc.integer({ min: 1, max: 30 * 60 }), { minLength: 1, maxLength: 60 }),
        (zone, minute, steps) => {
          const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
          const of = settings(time, zone);
          const made: string[] = [];
          let now = at("2026-03-20T00:00:00Z");
          for (const minutes of steps) {
            now = now.add({ minutes });
            const date = dueDigest(of, now);
            const next = nextDigest(of, now);
            expect(Temporal.Instant.compare(next.at, now)).toBeGreaterThanOrEqual(0);
            if (date === null) continue;
            made.push(date);
            of.digested_on = date;
            expect(dueDigest(of, now)).toBeNull();
          }
          expect(new Set(made).size).toBe(made.length);
          expect(made).toEqual(made.toSorted());
        },
      ),
    );
  });
});
