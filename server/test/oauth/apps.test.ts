import { decideDevice, lookUpDevice } from "@groundplan/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { App, expectErrorPage, sendForm } from "./app.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

const cli = "groundplan-cli";

describe.each(databases)("an app, on $database", ({ create }) => {
  const served = setUpServed(create);
  let app: App;
  let visitor: Visitor;
  beforeAll(async () => {
    app = await App.register(served);
    visitor = await new Visitor(served.base).signIn(served, served.world.bob);
  });

  it("that has another app's code or token gets nothing, and revokes nothing", async () => {
    const other = await App.register(served);
    const code = await app.code(visitor);
    const mixed = await other.exchange(code, { code_verifier: app.verifier });
    expect(mixed).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const { body } = await app.exchange(code);
    expect((await other.refresh(body.refresh_token)).body.error).toBe("invalid_grant");
    for (const token of [body.access_token, body.refresh_token])
      await sendForm(served.base, "/oauth/revoke", { client_id: other.clientId, token });
    expect((await meOf(served.base, body.access_token)).status).toBe(200);
    expect((await app.refresh(body.refresh_token)).status).toBe(200);
  });

  it("exchanges a code only with its request's verifier and address", async () => {
    const wrong = [
      { code_verifier: "x".repeat(43) },
      { code_verifier: "" },
      { redirect_uri: "https://app.example/other" },
    ];
    for (const fields of wrong) {
      const { status, body } = await app.exchange(await app.code(visitor), fields);
      expect(status).toBe(400);
      expect(body.access_token).toBeUndefined();
    }
  });

  it("gets no new token for a removed person", async () => {
    const { vera, alice } = served.world;
    const veras = await new Visitor(served.base).signIn(served, vera);
    const { access, refresh } = await app.tokens(veras);
    expect((await meOf(served.base, access)).body).toMatchObject({ role: "VIEWER", scope: "write" });
    const code = await app.code(veras);
    await alice.delete(`/v1/members/${vera.userId}`);
    expect((await meOf(served.base, access)).status).toBe(401);
    expect((await app.refresh(refresh)).body.error).toBe("invalid_grant");
    expect((await app.exchange(code)).body.error).toBe("invalid_grant");
  });

  it("with a document at a private or invalid address causes no request there", async () => {
    const ids = [
      "https://127.0.0.1:1/app.json",
      "https://localhost:1/app.json",
      "https://[::1]:1/app.json",
      "https://169.254.169.254/latest/meta-data",
      "https://user:secret@app.example/app.json",
    ];
    for (const client_id of ids) expectErrorPage(await visitor.go(app.address({ client_id })));
  });

  it("on a device can be let in to read only, too", async () => {
    const { base } = served;
    const asked = await sendForm(base, "/oauth/device_authorization", { client_id: cli, scope: "write" });
    const { user_code: code, device_code } = asked.body;
    await visitor.call(decideDevice, { body: { code, allow: true, scope: "read" } });
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const { body } = await sendForm(base, "/oauth/token", { grant_type, client_id: cli, device_code });
    expect(body.scope).toBe("read");
    expect((await meOf(base, body.access_token)).body).toMatchObject({ scope: "read" });
  });

  it("device codes can't be guessed: after ten wrong ones in a minute the rest are refused", async () => {
    const guessing = await new Visitor(served.base).signIn(served, served.world.alice);
    const guess = (code: string) => guessing.console(lookUpDevice, { body: { code } });
    for (let n = 0; n < 10; n++) expect((await guess(`BCDF-GHJ${n}`)).status).toBe(404);
    const { body } = await sendForm(served.base, "/oauth/device_authorization", { client_id: cli });
    expect((await guess(body.user_code)).status).toBe(429);
    const { device } = await visitor.call(lookUpDevice, { body: { code: body.user_code } });
    expect(device).toMatchObject({ clientId: cli, clientName: "Groundplan command line", scope: "read" });
  });
});
