import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { form, formHeaders } from "../../../../test/form.ts";
import { startMailServer } from "../../../../test/mail-server.ts";
import { readHere } from "../../../../test/read-here.ts";
import { openWorld, type World } from "../../../../test/world.ts";

describe.each(databases)("files that take long to read, on $database", ({ create }) => {
  let world: World;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    mail = await startMailServer();
    world = await openWorld(create, {
      env: {
        GROUNDPLAN_PUBLIC_URL: "https://plans.example.com",
        GROUNDPLAN_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        GROUNDPLAN_SMTP_FROM: "Plans <plans@example.com>",
      },
    });
  });
  afterAll(async () => {
    await world.close();
    await mail.close();
  });

  it("are read two at a time, so that later jobs of other kinds don't wait for them", async () => {
    const { alice } = world;
    const opened = new AbortController();
    let reading = 0;
    let most = 0;
    world.context.extract = async (document, signal) => {
      most = Math.max(most, ++reading);
      await sleep(60_000, undefined, { signal: AbortSignal.any([opened.signal, signal]) }).catch(() => {});
      reading--;
      return readHere(document, signal);
    };
    const names = Array.from({ length: 8 }, (_, n) => `berths-${n}.txt`);
    const files = form(names.map((file) => ({ file, body: `Berths are booked by telephone: ${file}.` })));
    expect((await alice.post("/v1/context/upload", files, formHeaders)).status).toBe(201);
    await expect.poll(() => reading).toBeGreaterThanOrEqual(2);
    await alice.post("/v1/invites", { email: "guest@example.com", role: "MEMBER" });
    await expect.poll(() => mail.mails.length).toBe(1);
    expect(most).toBe(2);
    opened.abort();
    const states = async () => {
      const { sources } = (await alice.get("/v1/context")).body;
      return sources.map(({ enrichment }: { enrichment: { status: string } }) => enrichment.status);
    };
    await expect.poll(states).toEqual(names.map(() => "done"));
    expect(most).toBe(2);
  });
});
