import { describe, expect, it } from "vitest";
import { databases } from "../../test/databases.ts";
import { setUpWorld } from "../../test/world.ts";
import { sizeOf } from "../mcp/client.test-support.ts";

describe.each(databases)("$database: /llms.txt", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });

  it("tells an agent without a credential how to start, in 400 tokens", async () => {
    const answer = await world.app.inject({ method: "GET", url: "/llms.txt" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.body).toContain(`${world.context.publicUrl()}/mcp`);
    expect(sizeOf(answer.body)).toBeLessThanOrEqual(400);
  });
});
