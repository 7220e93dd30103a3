import { describe, expect, it } from "vitest";
import { OutboundError } from "../../../outbound/errors.ts";
import { asTrackerError } from "./errors.ts";

const answered = (status: number, headers: Record<string, unknown> = {}, data: unknown = {}) =>
  asTrackerError(Object.assign(new Error("x"), { status, response: { status, headers, data } }));
const unanswered = (cause: unknown) => asTrackerError(Object.assign(new Error("x"), { status: 500, cause }));

describe("the meaning of GitHub's answers", () => {
  it.each([
    [401, "refused", "credential"],
    [403, "refused", "access"],
    [451, "refused", "access"],
    [408, "unknown", "timeout"],
    [404, "refused", "missing"],
    [410, "refused", "missing"],
    [422, "refused", "invalid"],
    [429, "not_executed", "limited"],
    [500, "unknown", "unreachable"],
    [502, "unknown", "unreachable"],
    [503, "unknown", "unreachable"],
  ])("%i is %s, %s", (status, outcome, code) => {
    expect(answered(status)).toMatchObject({ outcome, code });
  });

  it("a 403 is a limit if any of GitHub's signs says so, with the time to wait", () => {
    expect(answered(403, { "retry-after": "7" })).toMatchObject({ code: "limited", retryAfterSeconds: 7 });
    const date = "Fri, 20 Nov 2026 10:00:00 GMT";
    const later = "Fri, 20 Nov 2026 10:02:00 GMT";
    expect(answered(429, { "retry-after": later, date })).toMatchObject({ retryAfterSeconds: 120 });
    expect(answered(403, { "retry-after": "soon" })).toMatchObject({
      code: "limited",
      retryAfterSeconds: null,
    });
    const reset = Date.parse(date) / 1000 + 90;
    const empty = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset), date };
    expect(answered(403, empty)).toMatchObject({ code: "limited", retryAfterSeconds: 90 });
    const words = { message: "You have exceeded a secondary rate limit." };
    expect(answered(403, {}, words)).toMatchObject({ code: "limited", retryAfterSeconds: null });
    expect(
      answered(429, { "x-ratelimit-remaining": "12", "x-ratelimit-reset": String(reset) }),
    ).toMatchObject({
      retryAfterSeconds: null,
    });
  });

  it("a call without an answer may have been executed", () => {
    expect(unanswered(new OutboundError("timeout"))).toMatchObject({ outcome: "unknown", code: "timeout" });
    expect(unanswered(new DOMException("x", "TimeoutError"))).toMatchObject({
      outcome: "unknown",
      code: "timeout",
    });
    expect(unanswered(new OutboundError("reset"))).toMatchObject({
      outcome: "unknown",
      code: "unreachable",
    });
  });

  it("repeats nothing that GitHub sent", () => {
    expect(answered(422, {}, { message: "token ghp_secret is bad" }).message).not.toContain("ghp_secret");
  });
});
