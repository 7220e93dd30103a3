import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../../src/app.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/log.ts";
import { idHash } from "../../src/modules/oauth/artifacts.ts";
import { openAnswer, sealAnswer } from "../../src/modules/oauth/provider/refresh-answer.ts";
import { forgetAnswer } from "../../src/modules/oauth/refresh-answers.ts";
import { createContext } from "../../src/process.ts";
import { SecretKeyError } from "../../src/secrets/errors.ts";
import { databases } from "../databases.ts";
import { withRows } from "../own-connection.ts";
import { App } from "./app.ts";
import { meOf, setUpServed, Visitor } from "./visitor.ts";

describe.each(databases)("$database", ({ create, database }) => {
  const served = setUpServed(create);
  let visitor: Visitor;
  let app: App;
  let elsewhere: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    visitor = await new Visitor(served.base).signIn(served, served.world.bob);
    app = await App.register(served);
    const config = readConfig({ ...served.world.env, GROUNDPLAN_RATE_LIMIT: "1000000" });
    const context = await createContext(config, createLog("silent"), { jobs: "off" });
    const second = buildApp(context);
    elsewhere = await second.listen({ host: "127.0.0.1", port: 0 });
    context.listensOn(served.base);
    close = async () => {
      await second.close();
      await context.close();
    };
  });
  afterAll(() => close());

  const connections = async () => (await served.world.bob.get("/v1/oauth-connections")).body.connections;

  it("a code that is used twice revokes all its tokens, in every process", async () => {
    const code = await app.code(visitor);
    const { body } = await app.exchange(code);
    expect((await meOf(elsewhere, body.access_token)).status).toBe(200);
    const again = await app.exchange(code, {}, elsewhere);
    expect(again).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    for (const base of [served.base, elsewhere])
      expect((await meOf(base, body.access_token)).status).toBe(401);
    expect((await app.refresh(body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await connections()).toEqual([]);
  });

  it("a refresh token reused after its successor revokes the whole family and its access tokens", async () => {
    const first = await app.tokens(visitor);
    const { body: second } = await app.refresh(first.refresh);
    const { body: third } = await app.refresh(second.refresh_token, elsewhere);
    expect((await meOf(elsewhere, third.access_token)).status).toBe(200);
    const replayed = await app.refresh(first.refresh, elsewhere);
    expect(replayed).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    for (const token of [first.access, second.access_token, third.access_token])
      for (const base of [served.base, elsewhere]) expect((await meOf(base, token)).status).toBe(401);
    expect((await app.refresh(third.refresh_token)).body.error).toBe("invalid_grant");
    expect(await connections()).toEqual([]);
  });

  const kept = async (...tokens: string[]) => {
    const hashes = tokens.map((token) => idHash("RefreshToken", token));
    const rows = await withRows(served.world, (db) => db.selectFrom("refresh_answers").selectAll().execute());
    return rows.filter(({ used_hash }) => hashes.includes(used_hash));
  };

  it("simultaneous refreshes in two processes all get the same tokens, which work", async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh } = await app.tokens(visitor);
      const answers = await Promise.all(
        [served.base, elsewhere, served.base, elsewhere].map((base) => app.refresh(refresh, base)),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const pairs = answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`);
      expect(new Set(pairs).size).toBe(1);
      const { body } = answers[0] ?? {};
      expect((await meOf(elsewhere, body.access_token)).status).toBe(200);
      expect((await app.refresh(body.refresh_token, elsewhere)).status).toBe(200);
    }
  });

  it("the last refresh token gets the same tokens again, however it spells the one resource", async () => {
    const { refresh } = await app.tokens(visitor);
    const { body: first } = await app.refresh(refresh);
    for (const fields of [
      {},
      { resource: served.base },
      { resource: `${served.base}/mcp` },
      { scope: "read" },
    ]) {
      const { status, headers, body } = await app.refresh(refresh, elsewhere, fields);
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toContain("no-store");
      expect(body).toEqual({ ...first, expires_in: expect.any(Number) });
      expect(body.expires_in).toBeLessThanOrEqual(first.expires_in);
      expect(body.expires_in).toBeGreaterThan(first.expires_in - 30);
    }
    expect((await meOf(served.base, first.access_token)).status).toBe(200);
  });

  it("another app, or one that asks for another resource, gets and revokes nothing by it", async () => {
    const other = await App.register(served);
    const { refresh } = await app.tokens(visitor);
    const { body: first } = await app.refresh(refresh);
    expect((await other.refresh(refresh)).body.error).toBe("invalid_grant");
    const elsewhereMeant = await app.refresh(refresh, served.base, { resource: "https://other.example" });
    expect(elsewhereMeant.body.error).toBe("invalid_target");
    expect((await app.refresh(refresh)).body.refresh_token).toBe(first.refresh_token);
  });

  it("a repetition after the new token was used ends the connection, and so does one after 30 seconds", async () => {
    const used = await app.tokens(visitor);
    const { body: second } = await app.refresh(used.refresh);
    const { body: third } = await app.refresh(second.refresh_token, elsewhere);
    expect((await app.refresh(used.refresh)).body.error).toBe("invalid_grant");
    expect((await meOf(served.base, third.access_token)).status).toBe(401);

    const late = await app.tokens(visitor);
    const { body } = await app.refresh(late.refresh);
    await withRows(served.world, async (db) => {
      const passed = new Date(Date.now() - 1000).toISOString();
      await db.updateTable("refresh_answers").set({ expires_at: passed }).execute();
    });
    expect((await app.refresh(late.refresh, elsewhere)).body.error).toBe("invalid_grant");
    for (const token of [late.access, body.access_token])
      expect((await meOf(elsewhere, token)).status).toBe(401);
    expect((await app.refresh(body.refresh_token)).body.error).toBe("invalid_grant");
    expect(await kept(late.refresh)).toEqual([]);
  });

  it("tokens are stored while they can be repeated, once per connection, and deleted by a job", async () => {
    const { refresh } = await app.tokens(visitor);
    const { body: second } = await app.refresh(refresh);
    const [first] = await kept(refresh);
    for (const secret of [refresh, second.access_token, second.refresh_token])
      expect(JSON.stringify(first)).not.toContain(secret);
    const { body: third } = await app.refresh(second.refresh_token);
    expect(await kept(refresh)).toEqual([]);
    expect(await kept(second.refresh_token)).toHaveLength(1);

    const due = await withRows(served.world, async (db) => {
      const jobs = db.selectFrom("jobs").selectAll().where("kind", "=", "oauth.forgetAnswer");
      return jobs.where("state", "=", "waiting").execute();
    });
    for (const { payload, run_at, created_at } of due) {
      const seconds = (Date.parse(run_at) - Date.parse(created_at)) / 1000;
      expect(seconds).toBeGreaterThan(29);
      expect(seconds).toBeLessThan(31);
      await served.world.command(forgetAnswer, JSON.parse(payload));
    }
    expect(await kept(refresh, second.refresh_token)).toEqual([]);
    expect((await app.refresh(third.refresh_token)).status).toBe(200);
  });

  it("an answer is decrypted only by the token that it used up, and never after tampering", () => {
    const answer = { access_token: "a", refresh_token: "b", expires_in: 3600 };
    const sealed = sealAnswer("old", "hash", answer);
    expect(openAnswer("old", "hash", sealed)).toEqual({ ...answer, expires_in: expect.any(Number) });
    expect(() => openAnswer("new", "hash", sealed)).toThrow(SecretKeyError);
    expect(() => openAnswer("old", "other", sealed)).toThrow(SecretKeyError);
  });

  /** Makes the database refuse every new access token while `act` runs, like a full disk. */
  async function whileTokensCantBeKept(act: () => Promise<void>): Promise<void> {
    const statements =
      database === "SQLite"
        ? {
            refuse: [
              "create trigger refuse before insert on access_tokens begin select raise(abort, 'no room'); end",
            ],
            allow: ["drop trigger refuse"],
          }
        : {
            refuse: [
              "create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$",
              "create trigger refuse before insert on access_tokens for each row execute function refuse()",
            ],
            allow: ["drop trigger refuse on access_tokens", "drop function refuse"],
          };
    const run = (of: string[]) =>
      withRows(served.world, async (db) => {
        for (const text of of) await sql.raw(text).execute(db);
      });
    await run(statements.refuse);
    await act().finally(() => run(statements.allow));
  }

  it("a code or a refresh token still works after an exchange that could not be stored", async () => {
    const code = await app.code(visitor);
    await whileTokensCantBeKept(async () => {
      const failed = await app.exchange(code);
      expect(failed).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
      expect(Number(failed.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    });
    const { body: first } = await app.exchange(code, {}, elsewhere);
    await whileTokensCantBeKept(async () => {
      expect((await app.refresh(first.refresh_token)).status).toBe(503);
      expect((await app.refresh(first.refresh_token, elsewhere)).status).toBe(503);
    });
    const { body: second } = await app.refresh(first.refresh_token, elsewhere);
    for (const token of [first.access_token, second.access_token])
      expect((await meOf(served.base, token)).status).toBe(200);
  });

  it("a refresh with an invalid request uses nothing up", async () => {
    const { refresh } = await app.tokens(visitor);
    const refused = await app.refresh(refresh, served.base, { resource: "https://other.example" });
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    expect((await app.refresh(refresh)).status).toBe(200);
  });

  it("two simultaneous exchanges of a code leave nobody with tokens", async () => {
    const code = await app.code(visitor);
    const answers = await Promise.all([served.base, elsewhere].map((base) => app.exchange(code, {}, base)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { body } of answers)
      if (body.access_token) expect((await meOf(served.base, body.access_token)).status).toBe(401);
  });

  it("an ended connection is refused in the other process at the next request", async () => {
    const { access, refresh } = await app.tokens(visitor);
    const me = await meOf(elsewhere, access);
    expect(me.status).toBe(200);
    const { id } = (me.body as { credential: { id: string } }).credential;
    expect((await served.world.bob.delete(`/v1/oauth-connections/${id}`)).status).toBe(200);
    expect((await meOf(elsewhere, access)).status).toBe(401);
    expect((await app.refresh(refresh, elsewhere)).body.error).toBe("invalid_grant");
  });

  it("a prompt from one process is decided and answered in another", async () => {
    const address = app.address().replace(served.base, elsewhere);
    const code = (await visitor.decide(address)).searchParams.get("code") ?? "";
    expect((await app.exchange(code, {}, elsewhere)).status).toBe(200);
  });

  it("no code, token or prompt is stored in plaintext", async () => {
    const uid = await visitor.ask(app.address());
    const code = await app.code(visitor);
    const used = await app.code(visitor);
    const { body } = await app.exchange(used);
    const rows = await served.world.context.db.selectFrom("oauth_artifacts").selectAll().execute();
    const tokens = await served.world.context.db.selectFrom("access_tokens").selectAll().execute();
    const kept = JSON.stringify([rows, tokens]);
    for (const secret of [uid, code, used, body.access_token, body.refresh_token])
      expect(kept).not.toContain(secret);
    expect(rows.length).toBeGreaterThan(2);
  });
});
