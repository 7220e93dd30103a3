import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { readJiraHook } from "./webhook.ts";

const secret = "It's a Secret to Everybody";
const hmac = (text: string | Buffer, key = secret) => createHmac("sha256", key).update(text);
const body = (data: unknown) => Buffer.from(JSON.stringify(data));
const updated = body({ webhookEvent: "jira:issue_updated", issue: { id: "10012", key: "PROJ-1" } });
const signed = (of: Buffer, key?: string) => ({ "x-hub-signature": `sha256=${hmac(of, key).digest("hex")}` });

function token(claims: object, key = secret, alg = "HS256"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
  return `${head}.${hmac(head, key).digest("base64url")}`;
}
const now = () => Math.floor(Date.now() / 1000);
const bearer = (jwt: string, scheme = "Bearer") => ({ authorization: `${scheme} ${jwt}` });
const read = (headers: Record<string, string>, of = updated) => readJiraHook({ headers, body: of }, secret);

test("a signature is HMAC-SHA256 over the body as it came, by the published vector", () => {
  const of = Buffer.from("Hello, World!");
  const published = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  expect(read({ "x-hub-signature": `sha256=${published}` }, of)).toMatchObject({ externalIds: [] });
});

test("a signed notice names the issue by its id, and the delivery by its identifier", () => {
  const headers = { ...signed(updated), "x-atlassian-webhook-identifier": "delivery-1" };
  expect(read(headers)).toEqual({ deliveryId: "delivery-1", externalIds: ["10012"] });
});

test("without an identifier, the delivery is known by a hash of its body", () => {
  expect(read(signed(updated))?.deliveryId).toBe(createHash("sha256").update(updated).digest("hex"));
});

test("a link names the issues at both ends", () => {
  const link = body({
    webhookEvent: "issuelink_created",
    issueLink: { sourceIssueId: 1, destinationIssueId: 2 },
  });
  expect(read(signed(link), link)?.externalIds).toEqual(["1", "2"]);
});

test("a notice with a wrong, changed, cut or missing signature is refused", () => {
  expect(read(signed(updated, "another"))).toBeNull();
  expect(read(signed(Buffer.concat([updated, Buffer.from(" ")])))).toBeNull();
  expect(read({ "x-hub-signature": "sha256=ab" })).toBeNull();
  expect(read({ "x-hub-signature": `sha1=${hmac(updated).digest("hex")}` })).toBeNull();
  expect(read({})).toBeNull();
});

test("a right token does not excuse a wrong signature", () => {
  expect(read({ ...signed(updated, "another"), ...bearer(token({ exp: now() + 60 })) })).toBeNull();
});

test("a token signed with the secret is accepted, by either name of the scheme", () => {
  expect(read(bearer(token({ exp: now() + 180 })))).not.toBeNull();
  expect(read(bearer(token({ exp: now() + 180 }), "JWT"))).not.toBeNull();
});

test("a token that expired, is forged, or names no or another algorithm is refused", () => {
  expect(read(bearer(token({ exp: now() - 3600 })))).toBeNull();
  expect(read(bearer(token({ nbf: now() + 3600 })))).toBeNull();
  expect(read(bearer(token({ exp: now() + 60 }, "another")))).toBeNull();
  expect(read(bearer(token({ exp: now() + 60 }, secret, "none")))).toBeNull();
  expect(read(bearer(`${token({ exp: now() + 60 })}.x`))).toBeNull();
  expect(read(bearer("a.b.c"))).toBeNull();
  expect(read(bearer(""))).toBeNull();
});

test("an empty secret accepts nothing", () => {
  const headers = signed(updated, "");
  expect(readJiraHook({ headers, body: updated }, "")).toBeNull();
});

test("a notice about anything else, or nonsense, has no ids", () => {
  for (const shape of [
    body({ issue: { id: "10012 OR 1=1" } }),
    body({ issue: { id: { toString: 1 } } }),
    body({ issue: { id: ["10012"] }, issueLink: { sourceIssueId: null, destinationIssueId: true } }),
    body([1]),
    body(null),
    Buffer.from("{"),
    Buffer.from(""),
  ]) {
    expect(read(signed(shape), shape)?.externalIds).toEqual([]);
  }
});
