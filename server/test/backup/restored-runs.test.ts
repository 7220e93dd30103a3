import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adminBackup, adminRestore } from "../../src/admin/index.ts";
import { aRun } from "../conformance/a-run.ts";
import { fakeTracker, makePlace } from "../conformance/place.ts";
import { databases } from "../databases.ts";
import { onRows } from "../own-connection.ts";
import { setUpWorld } from "../world.ts";
import { copyKeyFile } from "./restored.ts";

describe.each(databases)("$database", ({ create }) => {
  const tracker = fakeTracker();
  const world = setUpWorld(create, { jobs: "off", openTracker: async () => tracker });

  it("runs of the planning agent that were at work are failed once they are restored; others rest as they were", async () => {
    const place = await makePlace(world);
    const ids = new Map<string, string>();
    for (const state of ["queued", "running", "waiting", "paused", "stopped"] as const)
      ids.set((await aRun(place, world, state)).runId, state);
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
    await other.drop();
  });
});
