import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { startMailServer } from "../../../test/mail-server.ts";
import { withRows } from "../../../test/own-connection.ts";
import { openWorld, type World } from "../../../test/world.ts";
import { RunLater } from "../../jobs/runner.ts";
import { hashSecret } from "../identity/key-format.ts";
import { mailInvite } from "./mail-invite.ts";

const publicUrl = "https://plans.example.com";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    server = await startMailServer();
    world = await openWorld(create, {
      env: {
        GROUNDPLAN_PUBLIC_URL: publicUrl,
        GROUNDPLAN_SMTP_URL: `smtp://planner:p%40ss@127.0.0.1:${server.port}`,
        GROUNDPLAN_SMTP_FROM: "Plans <plans@example.com>",
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  const invite = async (email: string) =>
    (await world.alice.post("/v1/invites", { email, role: "MEMBER" })).body;
  const mailTo = (email: string) => server.mails.filter(({ to }) => to[0] === email);
  const rowOf = (id: string) =>
    world.context.db.selectFrom("invites").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const jobs = () =>
    world.context.db.selectFrom("jobs").selectAll().where("kind", "=", "invites.mail").execute();
  const linkIn = (text = "") => /https:\S+/.exec(text)?.[0] ?? "";
  const tokenOf = (acceptUrl: string) => String(new URL(acceptUrl).searchParams.get("token"));
  const run = async (id: string, secretHash?: string) => {
    const row = await rowOf(id);
    const job = {
      workspaceId: row.workspace_id,
      inviteId: id,
      secretHash: secretHash ?? row.mail_hash ?? "",
    };
    const claim = { id: "job", fence: 1 };
    return mailInvite(world.context, job, { claim, attempt: 1, signal: new AbortController().signal });
  };

  it("sends the link of a new invite to the invited address, as plain text", async () => {
    const guest = await world.person("guest", "MEMBER", "other");
    const { acceptUrl } = await invite(guest.email);
    await expect.poll(() => mailTo(guest.email)).toHaveLength(1);
    const [mail] = mailTo(guest.email);
    expect(mail?.headers).toMatchObject({
      from: "Plans <plans@example.com>",
      to: guest.email,
      subject: "Invitation to acme on Groundplan",
      "auto-submitted": "auto-generated",
    });
    expect(mail?.headers["content-type"]).toMatch(/^text\/plain/);
    const link = linkIn(mail?.text);
    expect(link).toMatch(/^https:\/\/plans\.example\.com\/invite\?token=plan_invite_\w+$/);
    expect(link).not.toBe(acceptUrl); // The inviting person sees another link.
    expect(mail?.text).toMatch(
      /^alice invites you to the workspace acme on Groundplan\. As a member you can/,
    );
    const accepted = await guest.post("/v1/invites/accept", { token: tokenOf(link) });
    expect(accepted.status).toBe(200);
    expect(server.signedIn).toContain("planner p@ss");
  });

  it("keeps the link encrypted until the mail is sent, and then deletes it", async () => {
    server.refusals.push({ code: 451, words: "Try later" });
    const { invite: made, acceptUrl } = await invite("sealed@example.com");
    await expect.poll(() => server.refusals).toEqual([]);
    const rows = [await rowOf(made.id), ...(await jobs())];
    expect(rows[0]).toMatchObject({ sealed_secret: expect.stringMatching(/^v1:/) });
    // The next attempt comes after one to three seconds.
    await expect.poll(() => mailTo("sealed@example.com")).toHaveLength(1);
    const tokens = [tokenOf(acceptUrl), tokenOf(linkIn(mailTo("sealed@example.com")[0]?.text))];
    for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token.slice(12));
    await expect.poll(async () => (await rowOf(made.id)).sealed_secret).toBe(null);
    const log = world.logged.join("");
    expect(log).toContain("did not take the mail (EENVELOPE 451).");
    expect(log + JSON.stringify(await jobs())).not.toMatch(/sealed@|Try later/);
    for (const token of tokens) expect(log).not.toContain(token.slice(12));
  });

  it("gives up at once if the server permanently rejects the mail", async () => {
    server.refusals.push({ code: 550, words: "No such user" });
    const { invite: made } = await invite("unknown@example.com");
    await expect.poll(async () => (await rowOf(made.id)).sealed_secret).toBe(null);
    await expect.poll(async () => (await jobs()).filter(({ state }) => state !== "done")).toEqual([]);
    expect(mailTo("unknown@example.com")).toEqual([]);
    const line = world.logged.find((text) => text.includes("an invite's mail was refused"));
    expect(line).toContain(made.id);
    expect(line).not.toMatch(/unknown@|No such user/);
    expect((await rowOf(made.id)).status).toBe("PENDING");
    const shown = (await world.alice.get(`/v1/invites/${made.id}`)).body.invite;
    expect(shown.mailError).toMatch(/did not take the mail \(EENVELOPE 550\)\. /);
  });

  it("sends one mail a minute for an invite, with the newest link", async () => {
    const email = "often@example.com";
    const { invite: made } = await invite(email);
    await expect.poll(async () => (await rowOf(made.id)).mailed_at).not.toBe(null);
    const old = (await rowOf(made.id)).mail_hash ?? "";
    await world.alice.post(`/v1/invites/${made.id}/resend`);
    await expect(run(made.id)).rejects.toThrow(RunLater);
    const isDelayed = ({ state, run_at }: { state: string; run_at: string }) =>
      state === "waiting" && Date.parse(run_at) > Date.now() + 30_000;
    await expect.poll(async () => (await jobs()).filter(isDelayed)).toHaveLength(1);
    const longAgo = new Date(Date.now() - 61_000).toISOString();
    await withRows(world, (db) =>
      db.updateTable("invites").set({ mailed_at: longAgo }).where("id", "=", made.id).execute(),
    );
    await run(made.id, old);
    expect(mailTo(email)).toHaveLength(1);
    await run(made.id);
    const newest = tokenOf(linkIn(mailTo(email)[1]?.text));
    expect(hashSecret(newest)).toBe((await rowOf(made.id)).mail_hash);
    expect(newest).not.toBe(tokenOf(linkIn(mailTo(email)[0]?.text)));
    await run(made.id);
    expect(mailTo(email)).toHaveLength(2);
  });

  it("shows owners why a mail was not sent, until it is", async () => {
    server.refusals.push({ code: 451, words: "Try later, said to slow@" });
    const { invite: made } = await invite("slow@example.com");
    const shown = async () =>
      (await world.alice.get("/v1/invites?limit=200")).body.invites.find(
        ({ id }: { id: string }) => id === made.id,
      ).mailError;
    await expect
      .poll(shown)
      .toMatch(/^The mail server 127\.0\.0\.1:\d+ did not take the mail \(EENVELOPE 451\)\. .*Check/);
    expect(await shown()).not.toContain("said to");
    await expect.poll(() => mailTo("slow@example.com"), { timeout: 8000 }).toHaveLength(1);
    await expect.poll(shown).toBeUndefined();
  });

  it("sends nothing for an invite that was revoked meanwhile", async () => {
    server.refusals.push({ code: 451, words: "Try later" });
    const { invite: made } = await invite("revoked@example.com");
    await expect.poll(() => server.refusals).toEqual([]);
    await world.alice.delete(`/v1/invites/${made.id}`);
    expect((await rowOf(made.id)).sealed_secret).toBe(null);
    await run(made.id);
    expect(mailTo("revoked@example.com")).toEqual([]);
  });

  it("shows names of people and workspaces shortened and without anything like an address", async () => {
    const host = await world.person("host", "OWNER", "hostile");
    await host.patch("/v1/workspace", {
      name: `https://evil.example/login is where you must go.Now ${"x".repeat(100)}`,
    });
    await host.post("/v1/invites", { email: "victim@example.com", role: "VIEWER" });
    await expect.poll(() => mailTo("victim@example.com")).toHaveLength(1);
    const { text = "", headers } = mailTo("victim@example.com")[0] ?? {};
    expect(text).toContain("the workspace https evil example login is where you must go Now");
    expect(text.match(/https?:/g)).toHaveLength(1);
    expect(text).not.toContain("x".repeat(60));
    expect(headers?.subject).toContain("Invitation_to_https_evil_example");
  });
});

it("sends no password over a network without TLS", async () => {
  const server = await startMailServer();
  const { sendMail } = await import("../../outbound/mail.ts");
  const mail = { to: "a@example.com", subject: "Hello", text: "Hello." };
  const from = "plans@example.com";
  const { signal } = new AbortController();
  // Any other name of this machine counts as another one.
  const url = `smtp://planner:secret@127.0.0.2:${server.port}`;
  await expect(sendMail({ url, from }, mail, signal)).rejects.toThrow(
    /^The mail server 127\.0\.0\.2:\d+ did not take the mail/,
  );
  expect(server.signedIn).toEqual([]);
  await server.close();
});
