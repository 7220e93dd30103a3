import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  getSession,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, signedInBrowser, told } from "../browser.ts";
import { databases } from "../databases.ts";
import { expectError, expectInvalid } from "../expect-error.ts";
import { withRows } from "../own-connection.ts";
import { openWorld, type Person, type World } from "../world.ts";
import { Authenticator } from "./authenticator.ts";

const origin = "https://plans.example";

describe.each(databases)("passkeys, on $database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create, { env: { GROUNDPLAN_PUBLIC_URL: origin } });
  });
  afterAll(() => world.close());

  async function withPasskey(person: Person, counter = 0) {
    const { browser, session } = await signedInBrowser(world, person);
    const authenticator = new Authenticator(origin);
    authenticator.counter = counter;
    const { options } = await browser.call(beginPasskey, {});
    const body = { name: "Laptop", response: authenticator.create(options) };
    const { passkey } = await browser.call(addPasskey, { body });
    return { browser, session, authenticator, passkey, body };
  }

  const begin = async (browser: Browser) => (await browser.call(beginPasskeySignIn, {})).options;
  const signInWith = async (browser: Browser, authenticator: Authenticator) =>
    browser.send(signInWithPasskey, { body: { response: authenticator.use(await begin(browser)) } });

  it("a person adds a passkey and signs in with it, without entering a name", async () => {
    const { authenticator, passkey, browser } = await withPasskey(world.bob);
    const other = new Browser(world);
    const answer = await signInWith(other, authenticator);
    expect(answer.status).toBe(200);
    expect(answer.body.session.user.id).toBe(world.bob.userId);
    expect((await other.call(getSession, {})).session?.user.email).toBe(world.bob.email);
    const { passkeys } = await browser.call(listPasskeys, {});
    expect(passkeys).toEqual([{ ...passkey, name: "Laptop", lastUsedAt: expect.stringMatching(/Z$/) }]);
    expect((await signInWith(other, authenticator)).status).toBe(200);
  });

  it("the options name the public address, ask for a discoverable passkey, and exclude known ones", async () => {
    const { browser, authenticator } = await withPasskey(world.bob);
    const { options } = await browser.call(beginPasskey, {});
    expect(options).toMatchObject({
      rp: { id: "plans.example" },
      user: { name: world.bob.email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(options.excludeCredentials).toContainEqual(expect.objectContaining({ id: authenticator.id }));
    const answer = await new Browser(world).send(beginPasskeySignIn, {});
    expect(answer.body.options).toMatchObject({ rpId: "plans.example", userVerification: "required" });
    expect(answer.body.options.allowCredentials ?? []).toEqual([]);
    expect(answer.headers["set-cookie"]).toMatch(
      /^__Host-groundplan-begun=plan_browser_\w+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
  });

  it("an answer is accepted once, from the browser that began it, within five minutes", async () => {
    const { authenticator } = await withPasskey(world.bob);
    const browser = new Browser(world);
    const response = authenticator.use(await begin(browser));
    const refusals = [];
    const thief = new Browser(world);
    await begin(thief);
    refusals.push(await thief.send(signInWithPasskey, { body: { response } }));
    refusals.push(await new Browser(world).send(signInWithPasskey, { body: { response } }));
    expect((await browser.send(signInWithPasskey, { body: { response } })).status).toBe(200);
    refusals.push(await browser.send(signInWithPasskey, { body: { response } }));
    const late = authenticator.use(await begin(browser));
    const expires_at = new Date().toISOString();
    await withRows(world, (db) => db.updateTable("challenges").set({ expires_at }).execute());
    refusals.push(await browser.send(signInWithPasskey, { body: { response: late } }));
    for (const refused of refusals) expectError(refused, "unauthorized");
    expect(new Set(refusals.map(({ body }) => body.error.message)).size).toBe(1);
  });

  it("two simultaneous requests with one answer start one session", async () => {
    const { authenticator } = await withPasskey(world.bob);
    const browser = new Browser(world);
    const body = { response: authenticator.use(await begin(browser)) };
    const answers = await Promise.all([1, 2, 3].map(() => browser.send(signInWithPasskey, { body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  const wrongly: [string, (authenticator: Authenticator) => void][] = [
    ["of another origin", (it) => Object.assign(it, { origin: "https://plans.example.evil.example" })],
    ["of another port", (it) => Object.assign(it, { origin: `${origin}:8443` })],
    ["that names another person", (it) => Object.assign(it, { userHandle: "c29tZWJvZHk" })],
    ["that nobody added", (it) => Object.assign(it, { id: "AAAAAAAAAAAAAAAAAAAAAA" })],
    ["whose count does not go up", () => {}],
    ["whose count went back", (it) => Object.assign(it, { counter: 3 })],
    ["that stopped counting", (it) => Object.assign(it, { counter: 0 })],
  ];
  it.each(wrongly)("a passkey %s is refused", async (_what, change) => {
    const { authenticator } = await withPasskey(world.carol, 5);
    change(authenticator);
    expectError(await signInWith(new Browser(world), authenticator), "unauthorized");
  });

  it("an authenticator that counts is accepted while its count increases", async () => {
    const { authenticator } = await withPasskey(world.carol, 5);
    for (const counter of [6, 9, 4_000_000_000]) {
      authenticator.counter = counter;
      expect((await signInWith(new Browser(world), authenticator)).status).toBe(200);
    }
    expectError(await signInWith(new Browser(world), authenticator), "unauthorized");
  });

  it("another key under a known id is refused, when it is used and when it is added", async () => {
    const { authenticator } = await withPasskey(world.alice);
    const forged = new Authenticator(origin);
    forged.id = authenticator.id;
    const { browser } = await signedInBrowser(world, world.mallory);
    const response = forged.create((await browser.call(beginPasskey, {})).options);
    expectInvalid(await browser.send(addPasskey, { body: { name: "Mine", response } }), ["/response"]);
    forged.userHandle = authenticator.userHandle;
    expectError(await signInWith(new Browser(world), forged), "unauthorized");
    expect((await signInWith(new Browser(world), authenticator)).body.session.user.id).toBe(
      world.alice.userId,
    );
  });

  it("a passkey without user verification is not added, and signs nobody in", async () => {
    const { browser, authenticator } = await withPasskey(world.vera);
    authenticator.verifies = false;
    expectError(await signInWith(new Browser(world), authenticator), "unauthorized");
    const held = new Authenticator(origin);
    held.verifies = false;
    const response = held.create((await browser.call(beginPasskey, {})).options);
    expectInvalid(await browser.send(addPasskey, { body: { name: "Held", response } }), ["/response"]);
    authenticator.verifies = true;
    expect((await signInWith(new Browser(world), authenticator)).status).toBe(200);
  });

  it("a challenge for a sign-in or another session, or a used one, adds no passkey", async () => {
    const { browser, body } = await withPasskey(world.vera);
    const { browser: strange } = await signedInBrowser(world, world.mallory);
    const { rp, user } = (await strange.call(beginPasskey, {})).options as Record<string, object>;
    const { challenge } = await begin(browser);
    const own = (await strange.call(beginPasskey, {})).options;
    const responses = [body.response, new Authenticator(origin).create({ rp, user, challenge })];
    responses.push(new Authenticator(origin).create({ ...own, user }));
    for (const response of responses)
      expectInvalid(await browser.send(addPasskey, { body: { name: "Again", response } }), ["/response"]);
    const elsewhere = new Authenticator("https://evil.example");
    const response = elsewhere.create((await browser.call(beginPasskey, {})).options);
    expectInvalid(await browser.send(addPasskey, { body: { name: "Else", response } }), ["/response"]);
  });

  it("malformed passkeys are refused in the same words", async () => {
    const { browser, body } = await withPasskey(world.vera);
    for (const junk of ["", "AAAA", "not base64 !", "e30"]) {
      const { response } = body;
      const made = { ...response, response: { ...response.response, attestationObject: junk } };
      expectInvalid(await browser.send(addPasskey, { body: { name: "x", response: made } }), ["/response"]);
      const { options } = await browser.call(beginPasskeySignIn, {});
      const authenticator = new Authenticator(origin);
      const used = authenticator.use(options);
      for (const field of ["clientDataJSON", "authenticatorData", "signature", "userHandle"]) {
        const wrong = {
          ...used,
          id: response.id,
          rawId: response.id,
          response: { ...used.response, [field]: junk },
        };
        expectError(await browser.send(signInWithPasskey, { body: { response: wrong } }), "unauthorized");
      }
    }
  });

  it("a passkey is renamed and removed by its person alone, and no longer signs in then", async () => {
    const { browser, authenticator, passkey } = await withPasskey(world.bob);
    const params = { passkeyId: passkey.id };
    const { browser: strange } = await signedInBrowser(world, world.mallory);
    expectError(await strange.send(renamePasskey, { params, body: { name: "Mine" } }), "not_found");
    expectError(await strange.send(removePasskey, { params }), "not_found");
    await browser.call(renamePasskey, { params, body: { name: "Phone" } });
    expect((await browser.call(listPasskeys, {})).passkeys.find(({ id }) => id === passkey.id)?.name).toBe(
      "Phone",
    );
    expect(await browser.call(removePasskey, { params })).toEqual({ deleted: true });
    expectError(await browser.send(removePasskey, { params }), "not_found");
    expectError(await signInWith(new Browser(world), authenticator), "unauthorized");
  });

  it("adding and removing need a sign-in of the last 15 minutes, and no one else's session", async () => {
    const { browser, session, passkey, body } = await withPasskey(world.bob);
    const signed_in_at = new Date(Date.now() - 16 * 60_000).toISOString();
    await withRows(world, (db) =>
      db.updateTable("sessions").set({ signed_in_at }).where("id", "=", session.id).execute(),
    );
    const params = { passkeyId: passkey.id };
    for (const refused of [
      await browser.send(beginPasskey, {}),
      await browser.send(addPasskey, { body }),
      await browser.send(removePasskey, { params }),
    ])
      expectError(refused, "recent_sign_in_required");
    for (const refused of [
      await new Browser(world).send(beginPasskey, {}),
      await new Browser(world).send(listPasskeys, {}),
    ])
      expectError(refused, "unauthorized");
  });

  it("the last sign-in method stays", async () => {
    const dora = await world.person("dora", "MEMBER", "acme");
    const first = await withPasskey(dora);
    await withRows(world, (db) => db.deleteFrom("passwords").where("user_id", "=", dora.userId).execute());
    const second = new Authenticator(origin);
    const { options } = await first.browser.call(beginPasskey, {});
    const body = { name: "Key", response: second.create(options) };
    const { passkey } = await first.browser.call(addPasskey, { body });
    const removals = [first.passkey, passkey].map(({ id }) =>
      first.browser.send(removePasskey, { params: { passkeyId: id } }),
    );
    const answers = await Promise.all(removals);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    for (const answer of refused) expectError(answer, "last_way_in");
    expect((await first.browser.call(listPasskeys, {})).passkeys).toHaveLength(1);
  });

  it("neither guessed passwords nor junk from elsewhere locks a person out of a passkey or a known browser", async () => {
    const { authenticator } = await withPasskey(world.carol);
    const own = new Browser(world, "203.0.113.5");
    expect((await signInWith(own, authenticator)).status).toBe(200);
    const guesser = new Browser(world, "203.0.113.5");
    for (let n = 0; n < 11; n++) await guesser.signIn(world.carol.email, `wrong word ${n}`);
    expectError(await guesser.signIn(world.carol.email), "rate_limited");
    expect((await signInWith(new Browser(world, "203.0.113.5"), authenticator)).status).toBe(200);
    const junk = new Authenticator(origin);
    let last = await signInWith(guesser, junk);
    for (let n = 0; n < 100; n++)
      last = await guesser.send(signInWithPasskey, {
        body: { response: junk.use({ rpId: "x", challenge: "x" }) },
      });
    expectError(last, "rate_limited");
    expectError(await signInWith(new Browser(world, "203.0.113.5"), authenticator), "rate_limited");
    expect((await signInWith(own, authenticator)).status).toBe(200);
    expect((await signInWith(new Browser(world, "203.0.113.6"), authenticator)).status).toBe(200);
  });

  it("passkeys are events in each of the person's workspaces, and no row stores a usable secret", async () => {
    const { browser, passkey, authenticator } = await withPasskey(world.vera);
    await signInWith(new Browser(world), authenticator);
    await browser.call(removePasskey, { params: { passkeyId: passkey.id } });
    await told(world);
    const events = await world.context.db
      .selectFrom("events")
      .select(["type", "data", "actor_user_id"])
      .where("subject_id", "=", passkey.id)
      .orderBy("seq")
      .execute();
    expect(events).toEqual(
      ["passkey.added", "passkey.removed"].map((type) => ({
        type,
        data: "{}",
        actor_user_id: world.vera.userId,
      })),
    );
    const started = await world.context.db
      .selectFrom("events")
      .select("data")
      .where("type", "=", "session.started")
      .where("data", "like", "%passkey%")
      .execute();
    expect(started.length).toBeGreaterThan(0);
    const waiting = new Browser(world);
    const { challenge } = await begin(waiting);
    const rows = JSON.stringify(await world.context.db.selectFrom("challenges").selectAll().execute());
    expect(rows).not.toContain(challenge);
    expect(rows).not.toContain(waiting.begun?.split("=")[1]);
  });
});

describe.each(databases)("at other addresses, on $database", ({ create }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(create);
  });
  afterAll(() => world.close());

  it.each([
    ["http://127.0.0.1:4500", "an address with a name"],
    ["http://[::1]:4500", "an address with a name"],
    ["http://plans.example", "HTTPS"],
  ])("%s can have no passkeys, which need %s", async (url, what) => {
    world.context.listensOn(url);
    const answer = await new Browser(world).send(beginPasskeySignIn, {});
    expectError(answer, "not_configured");
    expect(answer.body.error.message).toContain(what);
  });

  it("localhost has passkeys, and a page opened at 127.0.0.1 is sent there", async () => {
    world.context.listensOn("http://localhost:4500");
    const browser = new Browser(world);
    const { options } = await browser.call(beginPasskeySignIn, {});
    expect(options.rpId).toBe("localhost");
    const answer = await browser.send(beginPasskeySignIn, {}, { origin: "http://127.0.0.1:4500" });
    expectError(answer, "forbidden");
    expect(answer.body.error.message).toBe(
      "Passkeys work at http://localhost:4500 only. Open the console there.",
    );
    expect((await browser.send(beginPasskeySignIn, {}, { origin: "http://localhost:4500" })).status).toBe(
      200,
    );
  });
});
