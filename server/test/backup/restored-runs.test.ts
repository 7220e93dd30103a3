import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adminBackup, adminRestore } from "../../src/admin/index.ts";
import { addToUsage } from "../../src/modules/models/spend.ts";
import { aRun } from "../conformance/a-run.ts";
import { fakeTracker, makePlace } from "../conformance/place.ts";
import { databases } from "../databases.ts";
import { onRows, withRows } from "../own-connection.ts";
import { setUpWorld } from "../world.ts";
import { copyKeyFile } from "./restored.ts";

describe.each(databases)("$database", ({ create }) => {
  const tracker = fakeTracker();
  const world = setUpWorld(create, { jobs: "off", openTracker: async () => tracker });

  it("runs of the planning agent that were at work are failed once they are restored, with their open calls counted in full; others rest as they were", async () => {
    const place = await makePlace(world);
    const ids = new Map<string, string>();
    for (const state of ["queued", "running", "waiting", "paused", "stopped"] as const)
      ids.set((await aRun(place, world, state)).runId, state);
    const working = [...ids].find(([, state]) => state === "running")?.[0] ?? "";
    await withRows(world, async (db) => {
      const prices = { price_in: "3", price_out: "15", currency: "USD" };
      await db.updateTable("runs").set(prices).where("id", "=", working).execute();
      const open = { kind: "call", state: "open", reserved: 2300, counted: 1000 } as const;
      await db.updateTable("run_steps").set(open).where("run_id", "=", working).execute();
      const { workspace_id, user_id } = await db
        .selectFrom("runs")
        .select(["workspace_id", "user_id"])
        .where("id", "=", working)
        .executeTakeFirstOrThrow();
      // As the call's begin has booked it.
      await addToUsage(db, {
        workspaceId: workspace_id,
        userId: user_id,
        model: { id: "operator", name: "small", scope: "operator", prices: { input: 3, output: 15 } },
        currency: "USD",
        usage: { inputTokens: 1300, outputTokens: 1000 },
      });
    });
    const file = join(String(world.env.GROUNDPLAN_DATA_DIR), "runs");
    await adminBackup(world.env, { file, secrets: true });
    const other = await create("empty");
    copyKeyFile(world.env, other.env);
    await adminRestore(other.env, { file });
    const runs = await onRows(other.env, (db) => db.selectFrom("runs").selectAll().execute());
    expect(Object.fromEntries(runs.map(({ id, state }) => [ids.get(id), state]))).toEqual({
      queued: "failed",
      running: "failed",
      waiting: "waiting",
      paused: "paused",
      stopped: "stopped",
    });
    expect(runs.find(({ id }) => id === working)).toMatchObject({
      input_tokens: 1300,
      output_tokens: 1000,
      cost_micros: 1300 * 3 + 1000 * 15,
    });
    const usage = await onRows(other.env, (db) => db.selectFrom("model_usage").selectAll().execute());
    const cost_micros = 1300 * 3 + 1000 * 15;
    expect(usage).toMatchObject([{ input_tokens: 1300, output_tokens: 1000, cost_micros }]);
    await other.drop();
  });
});
