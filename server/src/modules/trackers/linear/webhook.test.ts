import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { readLinearHook } from "./webhook.ts";

const secret = "lin_wh_secret";
const sign = (body: string | Buffer, key = secret) => createHmac("sha256", key).update(body).digest("hex");
const delivery = "234d1a4e-b617-4388-90fe-adc3633d6b72";
const notice = (body: string, headers: Record<string, string | string[]> = {}) => ({
  body: Buffer.from(body),
  headers: { "linear-signature": sign(body), "linear-delivery": delivery, ...headers },
});
const event = (type: string, data: unknown) =>
  JSON.stringify({ action: "update", type, data, webhookTimestamp: 1 });

it("a notice gives the issue or project of an event, and the issues of a comment or a relation", () => {
  const read = (type: string, data: unknown) => readLinearHook(notice(event(type, data)), secret);
  expect(read("Issue", { id: "i", projectId: "p" })).toEqual({ deliveryId: delivery, externalIds: ["i"] });
  expect(read("Project", { id: "p" })?.externalIds).toEqual(["p"]);
  expect(read("Comment", { id: "c", issueId: "i" })?.externalIds).toEqual(["i"]);
  expect(read("IssueRelation", { id: "r", issueId: "i", relatedIssueId: "j" })?.externalIds).toEqual([
    "i",
    "j",
  ]);
  expect(read("Reaction", { id: "x" })?.externalIds).toEqual([]);
});

it("a notice is refused that is not signed with the secret, over the body as it came", () => {
  const body = event("Issue", { id: "i" });
  const other = notice(body, { "linear-signature": sign(body, "another") });
  expect(readLinearHook(other, secret)).toBe(null);
  expect(readLinearHook({ ...notice(body), body: Buffer.from(`${body} `) }, secret)).toBe(null);
  for (const signature of ["", "00", "x".repeat(64), `${sign(body)}00`]) {
    expect(readLinearHook(notice(body, { "linear-signature": signature }), secret)).toBe(null);
  }
  expect(readLinearHook(notice(body, { "linear-signature": [sign(body), sign(body)] }), secret)).toBe(null);
  expect(readLinearHook({ body: Buffer.from(body), headers: {} }, secret)).toBe(null);
  expect(readLinearHook(notice(body, { "linear-signature": sign(body, "") }), "")).toBe(null);
});

it("a signed body that can't be read gives no ids", () => {
  for (const body of ["", "null", "[]", "{", '{"type":"Issue"}', '{"type":"Issue","data":{"id":7}}']) {
    expect(readLinearHook(notice(body), secret)).toEqual({ deliveryId: delivery, externalIds: [] });
  }
});

it("a delivery without a usable id is identified by its signature", () => {
  const body = event("Issue", { id: "i" });
  for (const bad of ["", "a b", "x".repeat(101), ["a", "b"]]) {
    expect(readLinearHook(notice(body, { "linear-delivery": bad }), secret)?.deliveryId).toBe(sign(body));
  }
});

it("the time of a notice is ignored, since a replay does no harm", () => {
  expect(readLinearHook(notice(event("Issue", { id: "i" })), secret)?.externalIds).toEqual(["i"]);
});
