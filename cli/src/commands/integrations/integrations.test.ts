import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../../../../server/src/outbound/testing.ts";
import { databases } from "../../../../server/test/databases.ts";
import { type Modern, startModern } from "../../../../server/test/mcp/modern.ts";
import { setUpTerminal } from "../terminal.test-support.ts";

describe.each(databases)("$database: other services in the terminal", ({ create }) => {
  const terminal = setUpTerminal(create, { env: { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" } });
  const { shown, json, run, file } = terminal;
  let modern: Modern;
  let receiver: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    modern = await startModern();
    receiver = await listen((_request, response) => void response.writeHead(204).end());
  });
  afterAll(async () => {
    await modern.close();
    await receiver.close();
  });

  it("`webhooks` makes, tests, changes and deletes webhooks, and shows what they delivered", async () => {
    expect(await shown("webhooks")).toContain("`groundplan webhooks create URL`");
    const made = await shown(
      "webhooks",
      "create",
      `${receiver.url}/hook`,
      "--events",
      "plan.created,spec.created",
    );
    const [, id = ""] =
      /^(\S+) {2}on {2}http\S+\nIts secret is shown only once:\n {2}whsec_\S+\n$/.exec(made) ?? [];
    expect(await shown("webhooks", "list")).toMatch(
      new RegExp(`\\n${id} +on +all +plan\\.created, spec\\.created +http`),
    );
    expect(await shown("webhooks", "test", id)).toContain(`\`groundplan webhooks deliveries ${id}\``);
    await expect
      .poll(async () => (await json("webhooks", "deliveries", id)).deliveries[0]?.state)
      .toBe("delivered");
    const [delivery] = (await json("webhooks", "deliveries", id)).deliveries;
    expect(await shown("webhooks", "deliveries", id, delivery.id)).toMatch(
      /^webhook\.tested {2}delivered, tries: 1\n.*webhook-id: /s,
    );
    expect(await shown("webhooks", "redeliver", id, delivery.id)).toMatch(/^The delivery is /);
    await expect.poll(() => receiver.requests.length).toBe(2);
    expect(await shown("webhooks", "edit", id, "--off")).toContain(`${id}  off  `);
    expect((await run(["webhooks", "test", id])).code).toBe(6);
    expect((await json("webhooks", "edit", id, "--on", "--new-secret")).secret).toMatch(/^whsec_/);
    expect((await json("webhooks", "show", id)).webhook.enabled).toBe(true);
    expect(await run(["webhooks", "edit", id, "--events", "plan.creatd"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Did you mean plan.created?"),
    });
    expect((await run(["webhooks", "delete", id])).code).toBe(2);
    expect(await json("webhooks", "delete", id, "--yes")).toEqual({ deleted: true });
  });

  it("`webhooks` and `webhooks show` say which webhook fails, and why", async () => {
    const broken = await listen((_request, response) => void response.writeHead(500).end());
    const { webhook } = await json("webhooks", "create", `${broken.url}/hook`);
    expect(await shown("webhooks")).toMatch(new RegExp(`^${webhook.id} +on +all +all +http\\S+$`, "m"));
    await json("project", "create", "Failing");
    await expect
      .poll(async () => (await json("webhooks", "show", webhook.id)).webhook.lastError?.reason)
      .toBe("status");
    const why = "The other side answered with an error";
    expect(await shown("webhooks")).toMatch(
      new RegExp(`^${webhook.id} +on, failing +all +all +http\\S+ +${why}.*$`, "m"),
    );
    expect(await shown("webhooks", "show", webhook.id)).toMatch(
      new RegExp(`^${webhook.id} {2}on, failing {2}http\\S+\n${why}.*\n$`),
    );
    await json("webhooks", "delete", webhook.id, "--yes");
    await broken.close();
  });

  it("`mcp-servers` adds, shows, changes, probes, uses and deletes servers; a token comes from a file", async () => {
    const token = file("token.txt", "token-of-modern\n");
    expect(await shown("mcp-servers", "add", "Sums", modern.url, "--token-file", token)).toMatch(
      /^sums {2}Sums, on {2}http\S+\nTOOL +ACCESS +STATE\nadd +read +on\nask +read +on\n$/,
    );
    expect(new Set(modern.seen)).toEqual(new Set(["Bearer token-of-modern"]));
    expect(await shown("mcp-servers")).toMatch(/\nsums +Sums +on +2 +ok +http/);
    const numbers = file("numbers.json", '{"a": 2, "b": 3}');
    expect(await shown("mcp-servers", "call", "sums", "add", "--arguments", numbers)).toBe("5\n");
    const refused = await run(["mcp-servers", "call", "sums", "add", "--arguments", token]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    await shown("mcp-servers", "edit", "sums", "--disable", "ask", "--about", "Adds numbers.");
    expect((await json("mcp-servers", "show", "sums")).server).toMatchObject({
      description: "Adds numbers.",
      tools: [
        { name: "add", enabled: true },
        { name: "ask", enabled: false },
      ],
    });
    expect((await run(["mcp-servers", "call", "sums", "ask"])).code).toBe(5);
    expect(await shown("mcp-servers", "probe", "sums")).toContain("ask");
    expect((await run(["mcp-servers", "delete", "sums"])).code).toBe(2);
    expect(await shown("connectors", "tools", "x_sums")).toMatch(
      /^x_sums is on\.\nTOOL .*\nadd +read +on +Adds\.\n/,
    );
    expect(await shown("connectors", "switch", "x_sums", "off", "--project", "web")).toContain(
      "x_sums is off.",
    );
    await shown("connectors", "switch", "x_sums", "on", "ask");
    await shown("connectors", "switch", "x_sums", "clear", "--project", "web");
    expect((await json("connectors", "tools", "x_sums", "--project", "web")).enabled.effective).toBe(true);
    expect(await json("mcp-servers", "delete", "sums", "--yes")).toEqual({ deleted: true });
    expect((await run(["connectors", "forget", "github", "none"])).code).toBe(3);
  });
});
