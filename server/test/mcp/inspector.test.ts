import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";

const inspector = "@modelcontextprotocol/inspector@2.12.0";
const run = promisify(execFile);

/** No dependency of ours: npx gets it, for `test:long` only. */
describe.runIf(process.env.LONG)("the Inspector, by key", () => {
  const home = mkdtempSync(join(tmpdir(), "inspector-"));
  // It keeps a catalog in the home folder, where npm has its registry and packages.
  const npmOf = {
    npm_config_userconfig: join(homedir(), ".npmrc"),
    npm_config_cache: join(homedir(), ".npm"),
  };
  const env = Object.assign(npmOf, process.env, { HOME: home });
  const npx = (...args: string[]) => run("npx", ["--yes", inspector, ...args], { env, cwd: home });
  let missing: string | null = null;
  beforeAll(async () => {
    await npx("--cli", "--help").catch((error: Error) => {
      if (!/E404|ETARGET|ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT/.test(error.message)) throw error;
      missing = error.message;
    });
  }, 600_000);
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  describe.each(databases)("on $database", ({ create }) => {
    const world = setUpWorld(create, { jobs: "off", project: "Web" });

    it("lists the tools and calls one", async (test) => {
      if (missing !== null) test.skip(`npx can't get ${inspector}: ${missing}`);
      await world.bob.post("/v1/projects/web/plans", { name: "Checkout" });
      const url = `${await world.app.listen({ host: "127.0.0.1", port: 0 })}/mcp`;
      const ask = async (...args: string[]) => {
        const header = `Authorization: Bearer ${world.bob.key}`;
        const { stdout } = await npx("--cli", url, "--transport", "http", "--header", header, ...args);
        return JSON.parse(stdout);
      };
      const { tools } = await ask("--method", "tools/list");
      expect(tools).toHaveLength(11);
      const call = ["--method", "tools/call", "--tool-name", "get_plan", "--tool-arg", "plan=PLAN-1"];
      const { content } = await ask(...call);
      expect(content[0].text).toContain("# PLAN-1 Checkout");
    }, 120_000);
  });
});
