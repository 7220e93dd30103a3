import { beginIssuerSignIn } from "@groundplan/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Browser } from "../../browser.ts";
import { databases } from "../../databases.ts";
import { expectError } from "../../expect-error.ts";
import { openWithIssuer } from "./issuer-scene.ts";

describe.each(databases)("an issuer that misbehaves, on $database", ({ create }) => {
  let scene: Awaited<ReturnType<typeof openWithIssuer>>;
  beforeAll(async () => {
    scene = await openWithIssuer(create);
  });
  afterAll(() => scene.close());
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const document = (wrong: object) => {
    const issuer = scene.issuer.env.GROUNDPLAN_OIDC_ISSUER ?? "";
    return JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, ...wrong });
  };
  const misbehaving: [string, string, () => string][] = [
    ["is no JSON", "status", () => "<html>"],
    ["is huge", "too_large", () => document({ more: "x".repeat(600_000) })],
    ["names another issuer", "status", () => document({ issuer: "https://evil.example" })],
    ["names no page for people", "status", () => document({ authorization_endpoint: undefined })],
    [
      "sends browsers to a script",
      "status",
      () => document({ authorization_endpoint: "javascript:alert(1)" }),
    ],
  ];
  it.each(misbehaving)("a document that %s is a sentence", async (_what, reason, text) => {
    scene.issuer.instead = (_request, response) => {
      response.setHeader("content-type", "application/json").end(text());
      return true;
    };
    const browser = new Browser(scene.world);
    const answers = await Promise.all([1, 2].map(() => browser.send(beginIssuerSignIn, { body: {} })));
    for (const answer of answers) {
      expectError(answer, "upstream_error");
      expect(answer.body.error.details).toEqual({ provider: "Acme", reason });
    }
  });

  it("one that does not answer is given up", async () => {
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout.call(AbortSignal, ms / 50));
    scene.issuer.instead = () => true;
    expectError(await new Browser(scene.world).send(beginIssuerSignIn, { body: {} }), "upstream_timeout");
  });

  it("is asked for its document until it answers, and then not again for an hour", async () => {
    scene.issuer.instead = () => false;
    expect(await scene.begin(new Browser(scene.world))).toContain(scene.issuer.env.GROUNDPLAN_OIDC_ISSUER);
    scene.issuer.requests.length = 0;
    await Promise.all([scene.begin(new Browser(scene.world)), scene.begin(new Browser(scene.world))]);
    expect(scene.issuer.requests).toEqual([]);
  });
});
