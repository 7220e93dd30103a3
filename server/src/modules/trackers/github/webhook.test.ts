import { createHmac } from "node:crypto";
import { startGitHub } from "@groundplan/tracker-stand-ins/github";
import { describe, expect, it } from "vitest";
import { createMany, expectValid, openAdapter } from "./adapter.test-support.ts";
import { readGithubHook } from "./webhook.ts";

const secret = "It's a Secret to Everybody";
const deliveryId = "72d3162e-cc78-11e3-81ab-4c9367dc0958";

const signed = (body: string, type = "application/json") => ({
  headers: {
    "content-type": type,
    "x-github-delivery": deliveryId,
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  },
  body: Buffer.from(body),
});
const told = (payload: unknown) => readGithubHook(signed(JSON.stringify(payload)), secret);

describe("a signature", () => {
  const vector = {
    headers: {
      "x-github-delivery": deliveryId,
      "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
    body: Buffer.from("Hello, World!"),
  };

  it("is right for GitHub's own example, though its body can't be read", () => {
    expect(readGithubHook(vector, secret)).toEqual({ deliveryId, externalIds: [] });
  });

  it.each([
    ["of another body", { body: Buffer.from("Hello, World?") }],
    ["of none", { headers: { "x-github-delivery": deliveryId } }],
    ["twice", { headers: { ...vector.headers, "x-hub-signature-256": ["a", "b"] } }],
    ["cut", { headers: { ...vector.headers, "x-hub-signature-256": "sha256=757107ea" } }],
    ["by another scheme", { headers: { ...vector.headers, "x-hub-signature-256": "sha1=757107ea" } }],
    ["without a delivery's number", { headers: { ...vector.headers, "x-github-delivery": undefined } }],
  ])("%s is refused", (_, change) => {
    expect(readGithubHook({ ...vector, ...change }, secret)).toBeNull();
  });

  it("with another secret, or with no secret, is refused", () => {
    expect(readGithubHook(vector, "Another")).toBeNull();
    const empty = `sha256=${createHmac("sha256", "").update(vector.body).digest("hex")}`;
    const forged = { ...vector, headers: { ...vector.headers, "x-hub-signature-256": empty } };
    expect(readGithubHook(forged, "")).toBeNull();
  });
});

describe("a notice names", () => {
  it.each([
    ["the issue", { action: "closed", issue: { id: 3_000_000_001, number: 1 } }, ["3000000001"]],
    [
      "an issue that was transferred, as it was and as it is",
      { action: "transferred", issue: { id: 1 }, changes: { new_issue: { id: 2 } } },
      ["1", "2"],
    ],
    [
      "parent and sub-issue",
      { action: "sub_issue_added", parent_issue_id: 1, parent_issue: { id: 1 }, sub_issue: { id: 2 } },
      ["1", "2"],
    ],
    [
      "both ends of a dependency, also by their ids alone",
      { action: "blocked_by_added", blocked_issue_id: 1, blocking_issue_id: 2 },
      ["1", "2"],
    ],
    ["nothing in a ping", { zen: "Keep it logically awesome.", hook_id: 1 }, []],
    ["nothing where ids are none", { issue: { id: "1" }, parent_issue: null, sub_issue_id: 1.5 }, []],
    ["nothing where it is no object", [1], []],
  ])("%s", (_, payload, externalIds) => {
    expect(told(payload)).toEqual({ deliveryId, externalIds });
  });

  it("the same issues if the webhook sends forms", () => {
    const payload = JSON.stringify({ issue: { id: 7 } });
    const form = signed(new URLSearchParams({ payload }).toString(), "application/x-www-form-urlencoded");
    expect(readGithubHook(form, secret)?.externalIds).toEqual(["7"]);
  });
});

describe("a notice of GitHub's stand-in", () => {
  it("is read, and names the issues", async () => {
    const standIn = await startGitHub();
    standIn.webhooks.add({ url: "http://127.0.0.1:1/", secret });
    const tracker = openAdapter(standIn);
    const [a, b] = await createMany(tracker, "acme/web", ["A", "B"]);
    if (!a || !b) throw new Error("not made");
    const parent = { container: a, items: [] };
    await tracker.place("acme/web", [
      { kind: "item", child: b, parent, possibleParents: [null], overwrite: false },
    ]);
    await tracker.link("acme/web", [{ kind: "item", issue: a, needed: b }]);
    await standIn.close();
    expectValid(standIn);
    const hints = standIn.webhooks.deliveries.map(({ headers, body }) =>
      readGithubHook({ headers, body: Buffer.from(body) }, secret),
    );
    expect(hints.map((hint) => hint?.externalIds)).toEqual([[a.id], [b.id], [a.id, b.id], [a.id, b.id]]);
    expect(new Set(hints.map((hint) => hint?.deliveryId)).size).toBe(4);
  });
});
