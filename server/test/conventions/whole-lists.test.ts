import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "../connections/raw-http.ts";
import { databases } from "../databases.ts";
import { setUpWorld } from "../world.ts";

const count = 230;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(async () => {
    const names = Array.from({ length: count }, (_, n) => `Project ${n}`);
    for (let from = 0; from < count; from += 50) {
      const made = names.slice(from, from + 50).map((name) => world.alice.post("/v1/projects", { name }));
      for (const answer of await Promise.all(made)) expect(answer.status).toBe(201);
    }
    await world.app.listen({ host: "127.0.0.1", port: 0 });
  });

  const port = () => (world.app.server.address() as AddressInfo).port;
  const request = (line: string, key = world.alice.key) =>
    `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`;

  it("a list that the contract calls whole answers all items, however many pages they fill", async () => {
    const paged: unknown[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await world.alice.get(`/v1/projects?limit=200${cursor}`);
      paged.push(...body.projects);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(paged).toHaveLength(count);
    const whole = await world.alice.get("/v1/projects");
    expect(whole.body).toEqual({ projects: paged });
    expect(whole.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect((await world.mallory.get("/v1/projects")).body).toEqual({ projects: [] });
  });

  it("all readers get it whole, however many ask at once", async () => {
    const keys = await Promise.all(
      Array.from({ length: 60 }, () => world.key(world.bob.email, "acme", "read")),
    );
    for (const asking of [keys, keys.map(() => world.alice.key)]) {
      const heard = await Promise.all(asking.map((key) => sendRaw(port(), request("GET /v1/projects", key))));
      expect(heard.map(({ status }) => status)).toEqual(asking.map(() => 200));
      expect(heard.filter(({ text }) => !text.endsWith("\r\n0\r\n\r\n"))).toEqual([]);
    }
  });

  it("additional data of the rows counts, too: projects with their repositories", async () => {
    const { mallory } = world;
    const long = "\u6f22".repeat(195);
    const repositories = Array.from({ length: 50 }, (_, n) => ({
      provider: "github",
      fullName: `${long}/${n}`,
      defaultBranch: long,
    }));
    const names = Array.from({ length: 80 }, (_, n) => `Project ${n}`);
    for (const name of names)
      expect((await mallory.post("/v1/projects", { name, repositories })).status).toBe(201);
    const listed: unknown[] = [];
    const sizes: number[] = [];
    for (let cursor = ""; ; ) {
      const { body } = await mallory.get(`/v1/projects?limit=200${cursor}`);
      sizes.push(Buffer.byteLength(JSON.stringify(body)));
      listed.push(...body.projects);
      if (!body.nextCursor) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(listed).toMatchObject(names.map((name) => ({ name })));
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect((await mallory.get("/v1/projects")).body).toEqual({ projects: listed });
  });

  it("a HEAD of it has no body, and the connection stays open", async () => {
    const heard = await sendRaw(port(), request("HEAD /v1/projects"));
    expect([heard.status, heard.text.split("\r\n\r\n")[1]]).toEqual([200, ""]);
  });

  it("a list that breaks off in the middle does not look complete", async () => {
    const whole = await sendRaw(port(), request("GET /v1/projects"));
    expect([whole.status, whole.text.endsWith("\r\n0\r\n\r\n")]).toEqual([200, true]);
    const { db } = world.context;
    let pages = 0;
    const execute = db.selectFrom.bind(db);
    db.selectFrom = ((...table: Parameters<typeof execute>) => {
      if (String(table[0]) === "projects" && ++pages > 1) throw new Error("the database is gone");
      return execute(...table);
    }) as typeof db.selectFrom;
    const broken = await sendRaw(port(), request("GET /v1/projects"));
    db.selectFrom = execute;
    expect([broken.status, broken.text.endsWith("\r\n0\r\n\r\n")]).toEqual([200, false]);
    expect(broken.text).toContain("project-0");
    expect(broken.ms, "the service closes").not.toBeNull();
  });
});
