import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { withRows } from "../../../../test/own-connection.ts";
import { setUpWorld } from "../../../../test/world.ts";
import { readConfig } from "../../../config/config.ts";
import { newId } from "../../../ids.ts";
import { createLog } from "../../../log.ts";
import { createContext, type ProcessContext } from "../../../process.ts";
import { governorOf } from "./connection-governor.ts";
import type { Governor, Limit } from "./governor.ts";
import { backOff } from "./limit-rows.ts";

const hourly: Limit = {
  name: "content",
  quota: { most: 3, perSeconds: 3600, sentence: "It takes 3 an hour." },
};
const requests: Limit = { name: "requests" };
const minute = 60_000;

describe.each(databases)("on $database, limits of a connection", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  let otherProcess: ProcessContext;
  let connection: { workspaceId: string; connectionId: string };
  /** Governors of one connection in two processes. */
  let limiter: Governor;
  let other: Governor;

  beforeAll(async () => {
    otherProcess = await createContext(readConfig(world.env), createLog("silent"), { jobs: "off" });
  });
  afterAll(() => otherProcess.close());
  beforeEach(async () => {
    const { workspace } = (await world.alice.get("/v1/me")).body;
    connection = { workspaceId: workspace.id, connectionId: newId() };
    limiter = governorOf(world.context, connection);
    other = governorOf(otherProcess, connection);
  });

  const refusal = (governor: Governor, limit: Limit) =>
    governor.take(limit).then(
      () => null,
      (error) => error,
    );
  /** Shifts the rows back by this time. */
  const pass = (ms: number) =>
    withRows(world, async (db) => {
      const rows = await db
        .selectFrom("tracker_limits")
        .selectAll()
        .where("connection_id", "=", connection.connectionId)
        .execute();
      const back = (time: string | null) => time && new Date(Date.parse(time) - ms).toISOString();
      for (const { name, blocked_until, free_at, window_from } of rows) {
        await db
          .updateTable("tracker_limits")
          .set({
            blocked_until: back(blocked_until),
            free_at: back(free_at),
            window_from: back(window_from),
          })
          .where("connection_id", "=", connection.connectionId)
          .where("name", "=", name)
          .execute();
      }
    });
  const backOffNow = () => world.command(backOff, connection);

  it("a quota is counted by all processes together, and starts again when its time is over", async () => {
    const taken = await Promise.all(
      [limiter, other, limiter, other, limiter].map((governor) => refusal(governor, hourly)),
    );
    const refused = taken.filter((error) => error !== null);
    expect(refused).toHaveLength(2);
    for (const error of refused) {
      expect(error).toMatchObject({
        outcome: "not_executed",
        code: "limited",
        message: "It takes 3 an hour.",
      });
      expect(error.retryAfterSeconds).toBeGreaterThan(3500);
      expect(error.retryAfterSeconds).toBeLessThanOrEqual(3600);
    }
    await pass(60 * minute);
    expect(await refusal(other, hourly)).toBeNull();
  });

  it("a short quota is not exceeded by the calls that wait for its end", async () => {
    const brief: Limit = {
      name: "brief",
      quota: { most: 2, perSeconds: 0.5, sentence: "It takes 2 in half a second." },
    };
    const begun = Date.now();
    const leftAfter: number[] = [];
    const takes = [limiter, other, limiter, other, limiter].map(async (governor) => {
      await governor.take(brief);
      leftAfter.push(Date.now() - begun);
    });
    await Promise.all(takes);
    expect(leftAfter[2]).toBeGreaterThanOrEqual(500);
    expect(leftAfter[4]).toBeGreaterThanOrEqual(1000);
  });

  it("calls keep their distance, whichever process makes them; a turn that is far off is refused", async () => {
    const apart: Limit = { name: "write", apartMs: 100 };
    const begin = Date.now();
    await Promise.all([limiter, other, limiter, other].map((governor) => governor.take(apart)));
    expect(Date.now() - begin).toBeGreaterThanOrEqual(300);
    const slow: Limit = { name: "slow", apartMs: 10_000 };
    expect(await refusal(limiter, slow)).toBeNull();
    for (const governor of [limiter, other])
      expect((await refusal(governor, slow)).retryAfterSeconds).toBeLessThanOrEqual(10);
  });

  it("a wait that the tracker asked for holds for all processes, and for that limit only", async () => {
    await limiter.learn(requests, { waitSeconds: 120 });
    await other.learn(requests, { waitSeconds: 30 });
    expect((await refusal(other, requests)).retryAfterSeconds).toBeGreaterThan(110);
    expect(await refusal(limiter, hourly)).toBeNull();
    await pass(2 * minute);
    expect(await refusal(other, requests)).toBeNull();
  });

  it("a limit that we count can be blocked too, and waiting for a short block does not lose the count", async () => {
    const begun = Date.now();
    await limiter.learn(hourly, { waitSeconds: 0.3 });
    const taken = await Promise.all(
      [limiter, other, limiter, other].map((governor) => refusal(governor, hourly)),
    );
    expect(Date.now() - begun).toBeGreaterThanOrEqual(300);
    expect(taken.filter((error) => error === null)).toHaveLength(3);
  });

  it("three tenths of an hour's calls are left to users", async () => {
    await limiter.learn(requests, { left: { remaining: 31, limit: 100, resetSeconds: 600 } });
    expect(await refusal(other, requests)).toBeNull();
    await limiter.learn(requests, { left: { remaining: 30, limit: 100, resetSeconds: 600 } });
    expect((await refusal(other, requests)).retryAfterSeconds).toBeGreaterThan(590);
  });

  it("a refusal without a time stops every call for a minute, and each further one for twice as long", async () => {
    expect(await backOffNow()).toBe(60);
    expect(await backOffNow()).toBeLessThanOrEqual(60); // Another push was refused at the same time.
    for (const limit of [requests, hourly])
      expect((await refusal(other, limit)).retryAfterSeconds).toBeGreaterThan(50);
    await pass(minute);
    expect(await refusal(other, requests)).toBeNull();
    const waits = [];
    for (let n = 0; n < 7; n++) {
      const wait = (await backOffNow()) as number;
      waits.push(wait);
      await pass(wait * 1000);
    }
    expect(waits).toEqual([120, 240, 480, 960, 1920, 3600, 3600]);
    await pass(120 * minute);
    expect(await backOffNow()).toBe(60);
  });

  it("a tracker that names an endless wait is asked again after a day", async () => {
    await limiter.learn(requests, { waitSeconds: 1e300 });
    expect((await refusal(other, requests)).retryAfterSeconds).toBeLessThanOrEqual(86_400);
    await pass(24 * 60 * minute);
    expect(await refusal(other, requests)).toBeNull();
  });

  it("another connection has limits of its own", async () => {
    await limiter.learn(requests, { waitSeconds: 120 });
    await backOffNow();
    expect(
      await refusal(governorOf(otherProcess, { ...connection, connectionId: newId() }), requests),
    ).toBeNull();
  });
});
