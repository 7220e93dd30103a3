import { expect, test } from "vitest";
import { OutboundError } from "../../../outbound/errors.ts";
import { errorOf, notAnswered } from "./errors.ts";

const names = new Map([["customfield_10050", "Team"]]);
const error = (status: number, body: Record<string, unknown> | null = {}, headers = {}) => {
  const { outcome, code, message, retryAfterSeconds } = errorOf(status, new Headers(headers), body, names);
  return { outcome, code, message, retryAfterSeconds };
};

test("401 is the credential, 403 a missing right, 404 and 410 something missing", () => {
  expect(error(401)).toMatchObject({ outcome: "refused", code: "credential" });
  expect(error(401, null)).toMatchObject({ outcome: "refused", code: "credential" });
  expect(error(403)).toMatchObject({ outcome: "refused", code: "access" });
  expect(error(404)).toMatchObject({ outcome: "refused", code: "missing" });
  expect(error(410)).toMatchObject({ outcome: "refused", code: "missing" });
});

test("400 names the fields as users know them, without Jira's own messages", () => {
  const errors = { summary: "secret of a person", customfield_10050: "x", "<img src=x>": "y" };
  const { message, ...rest } = error(400, { errorMessages: ["secret"], errors });
  expect(rest).toMatchObject({ outcome: "refused", code: "invalid" });
  expect(message).toBe("Jira rejected the value or absence of summary, Team.");
  expect(error(400, { errorMessages: ["secret"] }).message).toBe("Jira rejected the request as invalid.");
});

test("a conflict was not executed and is soon over", () => {
  expect(error(409)).toMatchObject({ outcome: "not_executed", code: "limited", retryAfterSeconds: 2 });
});

test("a limit was not executed, and waits as long as Jira says", () => {
  expect(error(429, {}, { "retry-after": "17" })).toMatchObject({
    outcome: "not_executed",
    code: "limited",
    retryAfterSeconds: 17,
  });
  const reset = { date: "Fri, 21 Nov 2025 15:00:00 GMT", "x-ratelimit-reset": "2025-11-21T15:30:00Z" };
  expect(error(429, {}, reset).retryAfterSeconds).toBe(1800);
  expect(error(429).retryAfterSeconds).toBeNull();
  expect(error(429, {}, { "ratelimit-reason": "jira-burst-based" }).retryAfterSeconds).toBe(2);
});

test("a call that a server or a proxy broke may have happened", () => {
  for (const status of [500, 502, 503, 504]) expect(error(status)).toMatchObject({ outcome: "unknown" });
  for (const status of [302, 403, 404, 400])
    expect(error(status, null)).toMatchObject({ outcome: "unknown" });
});

test("a call without an answer may have happened, but for addresses that are never called", () => {
  expect(notAnswered(new OutboundError("timeout"))).toMatchObject({ outcome: "unknown", code: "timeout" });
  expect(notAnswered(new DOMException("", "TimeoutError"))).toMatchObject({ code: "timeout" });
  expect(notAnswered(new TypeError("terminated"))).toMatchObject({ outcome: "unknown", code: "unreachable" });
  expect(notAnswered(new OutboundError("blocked_address"))).toMatchObject({
    outcome: "refused",
    message: expect.stringContaining("GROUNDPLAN_ALLOW_PRIVATE_NETWORK"),
  });
});
