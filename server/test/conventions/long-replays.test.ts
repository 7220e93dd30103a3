import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { type Answer, setUpWorld } from "../world.ts";

const mebibyte = 1024 * 1024;
/** The batch's texts exceed a page of a list (4 MiB). */
const perBatch = 30;
const long = "word ".repeat(30_000);
interface Shown {
  id: string;
  shortId: string;
  title: string;
  content: string;
}

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  let plan: string;
  let keys = 0;
  beforeEach(async () => {
    const made = await world.alice.post("/v1/projects/web/plans", { name: "Plan" });
    plan = `/v1/projects/web/plans/${made.body.plan.shortId}`;
  });

  const post = (path: string, body: object, key = `long-${keys++}`) => ({
    send: () => world.alice.post(`${plan}/specs/${path}`, body, { "idempotency-key": key }),
    stored: async () => {
      const { db } = world.context;
      const row = db.selectFrom("idempotency_keys").select("body").where("key", "=", key);
      return (await row.executeTakeFirstOrThrow()).body ?? "";
    },
  });
  const batchOf = (content: string, count = perBatch) =>
    post("batch", { specs: Array.from({ length: count }, (_, n) => ({ title: `Spec ${n}`, content })) });
  const shown = ({ body }: Answer): Shown[] => body.specs;
  const handles = (answer: Answer) => shown(answer).map(({ shortId }) => shortId);
  const isReplay = ({ headers }: Answer) => headers["idempotent-replayed"] === "true";
  const backwards = Array.from({ length: perBatch }, (_, n) => `SPEC-${perBatch - n}`);

  it("a reorder stores only ids; its replay shows the same order with the current specs", async () => {
    await batchOf(long).send();
    const order = post("reorder", { specShortIds: backwards });
    const first = await order.send();
    expect([first.status, handles(first), isReplay(first)]).toEqual([200, backwards, false]);
    expect(Object.keys(first.body)).toEqual(["specs"]);
    expect(shown(first).every(({ content }) => content === long)).toBe(true);
    const listed = shown(await world.alice.get(`${plan}/specs`));
    expect(shown(first).slice(0, listed.length)).toEqual(listed);
    expect((await order.stored()).length).toBeLessThan(50 * perBatch);

    const again = await order.send();
    expect([again.status, again.body, isReplay(again)]).toEqual([200, first.body, true]);

    await post("reorder", { specShortIds: backwards.toReversed() }).send();
    await world.alice.patch(`${plan}/specs/SPEC-1`, { content: "new" });
    const later = await order.send();
    expect([handles(later), isReplay(later)]).toEqual([backwards, true]);
    expect(shown(later).at(-1)).toMatchObject({ shortId: "SPEC-1", content: "new" });
  });

  it("the replay of a reorder leaves out specs that have left the plan", async () => {
    await batchOf("short").send();
    const order = post("reorder", { specShortIds: backwards });
    await order.send();
    const { plan: other } = (await world.alice.post("/v1/projects/web/plans", { name: "Other" })).body;
    await world.alice.post(`${plan}/specs/SPEC-29/move`, { planId: other.id });
    for (let n = 1; n <= 20; n++) await world.alice.delete(`${plan}/specs/SPEC-${n}`);
    const replay = await order.send();
    expect(isReplay(replay)).toBe(true);
    expect(handles(replay)).toEqual(backwards.slice(0, 10).filter((handle) => handle !== "SPEC-29"));
  });

  it("a batch with long texts stores only ids, and both answers show all of it", async () => {
    const batch = batchOf(long);
    const first = await batch.send();
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    expect(handles(first)).toEqual(backwards.toReversed());
    expect(shown(first).every(({ content }) => content === long)).toBe(true);
    expect((await batch.stored()).length).toBeLessThan(50 * perBatch);
    const again = await batch.send();
    expect([again.status, again.body, isReplay(again)]).toEqual([201, first.body, true]);
  });

  it("a batch with short texts is replayed as it was answered", async () => {
    const batch = batchOf("short", 3);
    const first = await batch.send();
    await world.alice.patch(`${plan}/specs/SPEC-1`, { content: "new" });
    const again = await batch.send();
    expect([again.status, again.body, isReplay(again)]).toEqual([201, first.body, true]);
  });

  it("an unread answer to a reorder buffers one page, however long the plan", async () => {
    for (let n = 0; n < 2; n++) await batchOf(long).send();
    const order = Array.from({ length: 2 * perBatch }, (_, n) => `SPEC-${n + 1}`).toReversed();
    await world.app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = world.app.server.address() as AddressInfo;
    const accepted = once(world.app.server, "connection") as Promise<[Socket]>;
    const client = connect({ port, host: "127.0.0.1" });
    client.pause();
    client.on("error", () => {});
    const body = JSON.stringify({ specShortIds: order });
    const head = [
      `POST ${plan}/specs/reorder HTTP/1.1`,
      "Host: x",
      `Authorization: Bearer ${world.alice.key}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
    ];
    client.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    const [socket] = await accepted;
    await expect.poll(() => socket.writableLength).toBeGreaterThan(0);
    expect(socket.writableLength).toBeLessThan(5 * mebibyte);
    client.destroy();
  });
});
