import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adminBackup, adminRestore } from "../../src/admin/index.ts";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";
import { copyKeyFile, reopen } from "./restored.ts";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });

  it("a backup without secrets brings read links back switched off, one with secrets as they were", async () => {
    const plans = "/v1/projects/web/plans";
    const { plan } = (await world.bob.post(plans, { name: "Shared" })).body;
    const links = `${plans}/${plan.shortId}/links`;
    const { link } = (await world.bob.post(links)).body;
    for (const secrets of [true, false]) {
      const file = join(String(world.env.GROUNDPLAN_DATA_DIR), `links-${secrets}`);
      await adminBackup(world.env, { file, secrets });
      const other = await create("empty");
      if (secrets) copyKeyFile(world.env, other.env);
      await adminRestore(other.env, { file });
      const restored = await reopen(world, other);
      const listed = (await restored.bob.get(links)).body.links;
      const { statusCode } = await restored.app.inject({ method: "GET", url: `/l/${link.token}` });
      if (secrets) expect([listed[0].token, listed[0].live, statusCode]).toEqual([link.token, true, 200]);
      else {
        expect(listed).toMatchObject([{ id: link.id, token: null, url: null, live: false }]);
        expect(statusCode).toBe(404);
        expect((await restored.bob.delete(`${links}/${link.id}`)).status).toBe(200);
      }
      await restored.close();
    }
  });
});
