import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { acceptInviteLink } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { adminBackup, adminRestore } from "../../src/admin/index.ts";
import { reopen } from "../backup/restored.ts";
import { Browser, password } from "../browser.ts";
import { databases } from "../databases.ts";
import { startMailServer } from "../mail-server.ts";
import { openWorld, type World } from "../world.ts";

describe.each(databases)("$database", ({ create }) => {
  let world: World;
  let server: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    server = await startMailServer();
    const env = {
      GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      GROUNDPLAN_SMTP_FROM: "plans@example.com",
    };
    world = await openWorld(create, { env });
  });
  afterAll(async () => {
    await world.close();
    await server.close();
  });

  it("a backup without secrets keeps invites, whose links still work, and no readable link", async () => {
    server.refusals.push({ code: 451, words: "Try later" });
    const invite = { email: world.mallory.email, role: "MEMBER" };
    const made = (await world.alice.post("/v1/invites", invite)).body;
    await expect.poll(() => server.refusals).toEqual([]);
    const sealed = (of: World) =>
      of.context.db.selectFrom("invites").select(["id", "sealed_secret"]).execute();
    expect((await sealed(world))[0]?.sealed_secret).toMatch(/^v1:/);
    const file = join(mkdtempSync(join(inject("runFolder"), "backup-")), "plain");
    await adminBackup(world.env, { file, secrets: false });

    const target = await create("empty");
    await adminRestore(target.env, { file });
    const there = await reopen(world, target);
    expect(await sealed(there)).toEqual([{ id: made.invite.id, sealed_secret: null }]);
    const token = new URL(made.acceptUrl).searchParams.get("token");
    const accepted = await there.mallory.post("/v1/invites/accept", { token });
    expect(accepted.body).toMatchObject({ workspace: { slug: "acme" }, role: "MEMBER" });
    await there.close();
  });

  it("a backup keeps which accounts are verified", async () => {
    const { body } = await world.alice.post("/v1/invites", { email: "guest@example.com", role: "VIEWER" });
    const token = String(new URL(body.acceptUrl).searchParams.get("token"));
    await new Browser(world).call(acceptInviteLink, { body: { token, name: "Guest", password } });
    const provenIn = async (of: World) => {
      const { members } = (await of.alice.get("/v1/members")).body;
      return members.map(
        ({ email, isProven }: { email: string; isProven: boolean }) => `${email} ${isProven}`,
      );
    };
    expect(await provenIn(world)).toContain("guest@example.com false");
    expect(await provenIn(world)).toContain("bob@acme.example true");
    const file = join(mkdtempSync(join(inject("runFolder"), "backup-")), "proven");
    await adminBackup(world.env, { file, secrets: false });
    const target = await create("empty");
    await adminRestore(target.env, { file });
    const there = await reopen(world, target);
    expect(await provenIn(there)).toEqual(await provenIn(world));
    await there.close();
  });
});
