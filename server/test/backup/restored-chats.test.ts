import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adminBackup, adminRestore } from "../../src/admin/index.ts";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";
import { reopen } from "./restored.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  it("a backup without secrets leaves out the addresses of chats, which are secrets", async () => {
    const { alice } = world;
    const chat = { url: "https://1.1.1.1/services/planted", format: "slack" };
    const receiver = { url: "https://1.1.1.1/receiver" };
    for (const body of [chat, receiver]) expect((await alice.post("/v1/webhooks", body)).status).toBe(201);
    const file = join(String(world.env.GROUNDPLAN_DATA_DIR), "chats");
    await adminBackup(world.env, { file, secrets: false });
    const other = await create("empty");
    await adminRestore(other.env, { file });
    const restored = await reopen(world, other);
    expect((await restored.alice.get("/v1/webhooks")).body.webhooks).toMatchObject([
      {
        url: "https://1.1.1.1/",
        enabled: false,
        disabledReason: expect.stringContaining("whole address"),
      },
      { ...receiver, enabled: false, disabledReason: expect.stringContaining("rotateSecret") },
    ]);
    await restored.close();
  });
});
