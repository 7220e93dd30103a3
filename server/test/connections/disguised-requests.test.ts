import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { expectError } from "../expect-error.ts";
import { openRawWorld } from "./raw-world.ts";

describe.each(databases)("$database", ({ create }) => {
  const raw = openRawWorld(create);

  it("a path in another spelling never grants more rights than the plain one", async () => {
    const plain = "/v1/projects/web/plans/PLAN-1";
    const spellings = [
      ...[
        `${plain}#x`,
        `${plain}#`,
        `${plain};x=1`,
        `${plain};`,
        `${plain}/`,
        `${plain}//`,
        `${plain}?`,
        `${plain}%20`,
      ],
      ...[
        "//v1/projects/web/plans/PLAN-1",
        "/v1//projects/web/plans/PLAN-1",
        "/v1/projects/web/plans//PLAN-1",
      ],
      ...[
        "/v1/projects/../projects/web/plans/PLAN-1",
        "/v1/projects/web/plans/x/../PLAN-1",
        "/v1/./projects/web/plans/PLAN-1",
      ],
      ...[
        "/v1/projects/web/plans/%50LAN-1",
        "/v1/projects/web/plans/PLAN%2d1",
        "/v1/projects/web%2fplans%2fPLAN-1",
      ],
      ...[
        "/v1%2fprojects/web/plans/PLAN-1",
        "/v1/projects/web/plans/x%2f..%2fPLAN-1",
        "/V1/projects/web/plans/PLAN-1",
      ],
      ...["/v1/PROJECTS/web/plans/PLAN-1", "/v1/projects/WEB/plans/PLAN-1", "/v1/projects/web/plans/plan-1"],
      ...[
        `http://x${plain}`,
        `http://evil.example${plain}`,
        `${plain}%00`,
        `${plain}%23`,
        `${plain}%3f`,
        `${plain}%252f`,
      ],
      ...[
        "/v1\\projects/web/plans/PLAN-1",
        "/v1/projects/web/plans/PLAN-1/tree/..",
        "/v1/me/../projects/web/plans/PLAN-1",
      ],
    ];
    const reader = await raw.world.reader(raw.world.alice);
    const bearer = (key: string) => `Authorization: Bearer ${key}`;
    for (const path of spellings) {
      for (const refused of [undefined, bearer(raw.world.bob.key), bearer(raw.world.mallory.key)]) {
        const heard = await raw.send(raw.get(path, ...(refused ? [refused] : [])));
        expect(refused ? [400, 404] : [400, 401, 404], path).toContain(heard.status);
        expect(heard.text, path).not.toContain("Secret");
      }
      const write = raw.get(path, bearer(reader.key)).replace("GET", "DELETE");
      expect([400, 403, 404, 405], path).toContain((await raw.send(write)).status);
    }
    expect((await raw.world.alice.get(plain)).body.plan.name).toBe("Secret");
  });

  it("no header can replace the method or the path", async () => {
    const reader = await raw.world.reader(raw.world.alice);
    for (const name of [
      "X-HTTP-Method-Override",
      "X-HTTP-Method",
      "X-Method-Override",
      "X-Original-URL",
      "X-Rewrite-URL",
    ]) {
      const value = name.endsWith("URL") ? "/v1/projects" : "DELETE";
      const headers = { [name]: value };
      const answer = await reader.get("/v1/projects/web", headers);
      expect([answer.status, answer.body.project?.slug], name).toEqual([200, "web"]);
      expectError(
        await reader.post("/v1/projects/web/plans?_method=GET", { name: "P" }, headers),
        "insufficient_scope",
      );
    }
    expect((await raw.world.alice.get("/v1/projects/web")).status).toBe(200);
  });

  it("a credential is accepted in `Authorization: Bearer` only", async () => {
    const { key } = raw.world.alice;
    const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
    const carriers: [string, Record<string, string>][] = [
      [`/v1/me?access_token=${key}`, {}],
      [`/v1/me?api_key=${key}`, {}],
      [`/v1/me?token=${key}`, {}],
      ["/v1/me", { cookie: `psk=${key}; access_token=${key}; authorization=Bearer ${key}` }],
      ["/v1/me", { authorization: basic(`${key}:`) }],
      ["/v1/me", { authorization: basic(`x:${key}`) }],
      ["/v1/me", { authorization: key }],
      ["/v1/me", { "x-api-key": key }],
      ["/v1/me", { "proxy-authorization": `Bearer ${key}` }],
      ["/v1/me", { "x-forwarded-authorization": `Bearer ${key}` }],
    ];
    for (const [path, headers] of carriers)
      expectError(
        await raw.world.send("GET", path, undefined, headers),
        "unauthorized",
        JSON.stringify(headers),
      );
    const inBody = await raw.world.send("POST", "/v1/projects", { name: "P", access_token: key });
    expectError(inBody, "unauthorized");
    for (const other of [
      "Authorization: Bearer psk_wrong",
      raw.auth(),
      raw.auth().toLowerCase(),
      "authorization:",
    ]) {
      for (const lines of [
        [other, raw.auth()],
        [raw.auth(), other],
      ])
        raw.expectRefused(await raw.send(raw.get("/v1/me", ...lines)), 400);
    }
  });
});
