import { expect, test } from "vitest";
import type { LimitState } from "../limits/governor.ts";
import { isCloud, learnFrom, limitOf, requests } from "./limits.ts";

test("Atlassian's cloud is asked less often than it allows, other servers as fast as they answer", () => {
  expect(isCloud("https://team.atlassian.net")).toBe(true);
  expect(isCloud("https://api.atlassian.com/ex/jira/1")).toBe(true);
  expect(isCloud("https://atlassian.net.example.com")).toBe(false);
  expect(isCloud("https://notatlassian.net")).toBe(false);
  expect(limitOf("PUT /issue/{id}", true)).toEqual({
    name: "PUT /issue/{id}",
    quota: { most: 30, perSeconds: 1, sentence: expect.any(String) },
  });
  expect(limitOf("POST /issueLink", true).quota).toMatchObject({ most: 60, perSeconds: 1 });
  expect(limitOf("POST /issueLink", false)).toEqual({ name: "POST /issueLink" });
});

const operation = { name: "PUT /issue/{id}" };
async function learnt(status: number, headers: Record<string, string>) {
  const found: [string, LimitState][] = [];
  const governor = {
    take: async () => {},
    learn: async ({ name }: { name: string }, state: LimitState) => void found.push([name, state]),
  };
  await learnFrom(governor, operation, { status, headers: new Headers(headers) });
  return found;
}
const date = "Fri, 21 Nov 2025 15:00:00 GMT";
const counted = { date, "x-ratelimit-limit": "100", "x-ratelimit-remaining": "40" };

test("calls that are left count for the operation if they reset within seconds, else for the connection", async () => {
  const left = { remaining: 40, limit: 100 };
  expect(await learnt(200, { ...counted, "x-ratelimit-reset": "2025-11-21T15:00:01Z" })).toEqual([
    [operation.name, { left: { ...left, resetSeconds: 1 } }],
  ]);
  expect(await learnt(204, { ...counted, "x-ratelimit-reset": "2025-11-21T15:45:00Z" })).toEqual([
    [requests.name, { left: { ...left, resetSeconds: 2700 } }],
  ]);
});

test("headers that say nothing readable are not learnt from", async () => {
  expect(await learnt(200, {})).toEqual([]);
  expect(await learnt(200, { ...counted, "x-ratelimit-reset": "soon" })).toEqual([]);
  expect(await learnt(429, { "retry-after": "x" })).toEqual([]);
});

test("Retry-After may be a time, by the clock that the answer came with", async () => {
  const headers = { date, "retry-after": "Fri, 21 Nov 2025 15:00:30 GMT" };
  expect(await learnt(429, headers)).toEqual([[requests.name, { waitSeconds: 30 }]]);
});

test("a refusal without a reason holds for the whole connection", async () => {
  expect(await learnt(429, { "retry-after": "7" })).toEqual([[requests.name, { waitSeconds: 7 }]]);
});
