import { afterEach, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { firstKey } from "./inspect.ts";
import { type Service, startService } from "./service.ts";

/** The file size limit of the service in blocks of 512 bytes: 16 MB. */
const blocks = 16 * 2048;

let service: Service | null = null;
afterEach(() => service?.kill());

it("an upload that exceeds the disk's capacity is 503, and earlier files stay intact", async () => {
  const { create } = databases.find(({ database }) => database === "SQLite") ?? expect.fail();
  const database = await create("empty, on disk");
  const key = await firstKey(database.env);
  const headers = { authorization: `Bearer ${key}` };
  const send = async (url: string, name: string, megabytes: number) => {
    const form = new FormData();
    form.append("file", new File([Buffer.alloc(megabytes * 2 ** 20, name)], name));
    const answer = await fetch(`${url}/v1/context/upload`, { method: "POST", headers, body: form });
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers.
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const fileOf = async (url: string, { id }: { id: string }) =>
    (await fetch(`${url}/v1/context/${id}/file`, { headers })).text();

  const cramped = await startService(database.env, undefined, blocks);
  service = cramped;
  const first = await send(cramped.url, "first", 3);
  expect(first.status).toBe(201);
  const full = await send(cramped.url, "second", 30);
  expect(full).toMatchObject({
    status: 503,
    body: {
      error: { code: "unavailable", message: expect.stringMatching(/^The service can't answer now\./) },
    },
  });
  expect(await fileOf(cramped.url, first.body.sources[0])).toBe(
    "first".repeat(1 + 3 * 2 ** 20).slice(0, 3 * 2 ** 20),
  );
  await cramped.kill();

  const roomy = await startService(database.env);
  service = roomy;
  const again = await send(roomy.url, "second", 30);
  expect(again.status).toBe(201);
  for (const [{ body }, name, megabytes] of [
    [first, "first", 3],
    [again, "second", 30],
  ] as const) {
    const whole = name.repeat(1 + megabytes * 2 ** 20).slice(0, megabytes * 2 ** 20);
    expect((await fileOf(roomy.url, body.sources[0])) === whole, name).toBe(true);
  }
  expect(await roomy.stop()).toBe(0);
  await database.drop();
}, 120_000);
