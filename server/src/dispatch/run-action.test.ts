import { connectConnector, type Input, type Reply } from "@groundplan/contract";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { databases } from "../../test/databases.ts";
import { failingAt } from "../../test/killed-at.ts";
import { withRows } from "../../test/own-connection.ts";
import { setUpWorld } from "../../test/world.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../modules/context.ts";
import { apiKeyCredential } from "../modules/identity/api-key-credential.ts";
import { hashSecret } from "../modules/identity/key-format.ts";
import { type Action, action } from "./handlers.ts";
import { keepAction, releaseAction } from "./idempotency/commands.ts";
import { runAction } from "./run-action.ts";

type E = typeof connectConnector;
const answerOf = (keyHint: string) => ({ connector: { keyHint } }) as unknown as Reply<E>;
const input = { params: {}, query: {}, body: {} } as unknown as Input;

function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}

describe.each(databases)("on $database, an action under an Idempotency-Key", ({ create }) => {
  const world = setUpWorld(create);
  let actor: Actor;
  let keys = 0;
  beforeAll(async () => {
    const found = await apiKeyCredential.find(world.context.db, hashSecret(world.alice.key));
    if (!found) throw new Error("alice has no key");
    actor = found.actor;
  });

  const newKey = () => ({
    key: `action-${keys++}`,
    endpointId: connectConnector.id,
    requestHash: "same",
    params: {},
  });
  type Key = ReturnType<typeof newKey>;
  const send = (run: () => Promise<Reply<E>>, key: Key | undefined, options: Partial<Seams> = {}) => {
    const handler = action(connectConnector, async () => ({ body: await run() }), options);
    const request = { respondAsync: false, signal: world.context.draining };
    const context = options.context ?? world.context;
    return runAction({
      context,
      handler: handler as unknown as Action,
      actor,
      input,
      request,
      idempotency: key,
      requireClaim: async () => {},
    });
  };
  type Seams = { context: Context; replay: NonNullable<Action<E>["replay"]> };
  const answer = (keyHint: string) => async () => answerOf(keyHint);
  const never = () => Promise.reject(new Error("it ran again"));
  const rowOf = ({ key }: Key) =>
    withRows(world, (db) =>
      db.selectFrom("idempotency_keys").selectAll().where("key", "=", key).executeTakeFirst(),
    );
  const letLockRunOut = ({ key }: Key) =>
    withRows(world, (db) =>
      db
        .updateTable("idempotency_keys")
        .set({ locked_until: new Date(Date.now() - 1).toISOString() })
        .where("key", "=", key)
        .execute(),
    );
  /** Starts a request and lets its lock expire; `end` resumes it. */
  async function late(key: Key, end: () => Promise<Reply<E>>) {
    const [began, goOn] = [gate(), gate()];
    const done = send(async () => {
      began.open();
      await goOn.passed;
      return end();
    }, key);
    await began.passed;
    await letLockRunOut(key);
    return {
      end: () => {
        goOn.open();
        return done;
      },
    };
  }
  const contextFailingAt = (command: { name: string }): Context => ({
    ...world.context,
    writer: failingAt(world.context.writer, [command, new Error(`${command.name} failed`)]),
  });

  it("runs once, and answers its repetition with the stored answer", async () => {
    const key = newKey();
    const first = await send(answer("one"), key);
    expect(first).toEqual({ status: 200, body: answerOf("one"), replayed: false });
    expect(await send(never, key)).toEqual({ ...first, replayed: true });
    expect(await rowOf(key)).toMatchObject({ status: 200, locked_until: null, locked_by: null });
  });

  it("runs each time without a key", async () => {
    const run = vi.fn(answer("none"));
    for (const _ of [1, 2]) expect(await send(run, undefined)).toMatchObject({ replayed: false });
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("holds its key while running: a second request is 409 and runs nothing", async () => {
    const key = newKey();
    const [began, goOn] = [gate(), gate()];
    const first = send(async () => {
      began.open();
      await goOn.passed;
      return answerOf("held");
    }, key);
    await began.passed;
    await expect(send(never, key)).rejects.toMatchObject({ code: "idempotency_conflict" });
    goOn.open();
    expect((await first).body).toEqual(answerOf("held"));
  });

  it("renews its lock until it ends, and not after", async () => {
    const intervals = vi.spyOn(globalThis, "setInterval");
    const stopped = vi.spyOn(globalThis, "clearInterval");
    const key = newKey();
    const first = await late(key, answer("slow"));
    const index = intervals.mock.calls.findIndex(([, every]) => every === 20_000);
    const renew = intervals.mock.calls[index]?.[0];
    renew?.();
    const until = async () => Date.parse((await rowOf(key))?.locked_until ?? "") - Date.now();
    await expect.poll(until).toBeGreaterThan(50_000);
    await expect(send(never, key)).rejects.toMatchObject({ code: "idempotency_conflict" });
    await first.end();
    expect(stopped).toHaveBeenCalledWith(intervals.mock.results[index]?.value);
    vi.restoreAllMocks();
    renew?.();
    expect(await rowOf(key)).toMatchObject({ status: 200, locked_until: null, locked_by: null });
    expect((await send(never, key)).body).toEqual(answerOf("slow"));
  });

  it("releases its key when it fails", async () => {
    const key = newKey();
    await expect(send(() => Promise.reject(new Error("refused")), key)).rejects.toThrow("refused");
    expect(await rowOf(key)).toBeUndefined();
    expect(await send(answer("again"), key)).toMatchObject({ body: answerOf("again"), replayed: false });
  });

  it("that ends after its lock leaves the answer of the request that took its key", async () => {
    const key = newKey();
    const first = await late(key, answer("late"));
    expect((await send(answer("second"), key)).replayed).toBe(false);
    expect(await first.end()).toMatchObject({ body: answerOf("late"), replayed: false });
    expect((await send(never, key)).body).toEqual(answerOf("second"));
  });

  it.each(["ends", "fails"] as const)(
    "that %s after its lock leaves the key to the running request that took it",
    async (how) => {
      const key = newKey();
      const first = await late(key, how === "ends" ? answer("late") : never);
      const [began, goOn] = [gate(), gate()];
      const second = send(async () => {
        began.open();
        await goOn.passed;
        return answerOf("second");
      }, key);
      await began.passed;
      const held = await rowOf(key);
      await first.end().catch((error: Error) => expect(error.message).toBe("it ran again"));
      expect(held?.locked_by).toEqual(expect.any(String));
      expect(await rowOf(key)).toEqual(held);
      goOn.open();
      await second;
      expect((await send(never, key)).body).toEqual(answerOf("second"));
    },
  );

  it("that ends after its lock stores its answer if no other request took its key", async () => {
    const key = newKey();
    const first = await late(key, answer("late"));
    await first.end();
    expect((await send(never, key)).body).toEqual(answerOf("late"));
  });

  it("answers even if the answer can't be stored, and does not release that key", async () => {
    const key = newKey();
    const context = contextFailingAt(keepAction);
    expect(await send(answer("done"), key, { context })).toMatchObject({
      status: 200,
      body: answerOf("done"),
      replayed: false,
    });
    await expect(send(never, key)).rejects.toMatchObject({ code: "idempotency_conflict" });
    expect(world.logged.some((line) => line.includes(`${keepAction.name} failed`))).toBe(true);
  });

  it("answers its own error even if its key can't be released", async () => {
    const context = contextFailingAt(releaseAction);
    const failing = send(() => Promise.reject(new Error("the reason")), newKey(), { context });
    await expect(failing).rejects.toThrow("the reason");
    expect(world.logged.some((line) => line.includes(`${releaseAction.name} failed`))).toBe(true);
  });

  it("whose handler has `replay` answers a repetition with the result of `replay` for the stored part", async () => {
    const key = newKey();
    const answerAgain = vi.fn(async () => answerOf("as it may be seen now"));
    const replay = { keep: () => ({ id: "small" }), answer: answerAgain };
    expect(await send(answer("then"), key, { replay })).toMatchObject({ body: answerOf("then") });
    expect(answerAgain).not.toHaveBeenCalled();
    expect(await send(never, key, { replay })).toEqual({
      status: 200,
      body: answerOf("as it may be seen now"),
      replayed: true,
    });
    expect(answerAgain).toHaveBeenCalledExactlyOnceWith(world.context, actor, input, { id: "small" });
  });

  it("answers another request with its key with 409", async () => {
    const key = newKey();
    await send(answer("one"), key);
    const other = send(never, { ...key, requestHash: "other" });
    await expect(other).rejects.toMatchObject({ code: "idempotency_conflict" });
  });
});
