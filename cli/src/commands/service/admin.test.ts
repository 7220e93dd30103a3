import { getIndex } from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../../../client/src/index.ts";
import { databases, type TestDatabase } from "../../../../server/test/databases.ts";
import {
  groundplan,
  groundplanHere,
  groundplanJson,
  type RunningService,
  startService,
} from "../../testing.ts";

const user = (email: string, ...more: string[]) => [
  ...["admin", "user", "create", "--email", email, "--name", "Ada", "--workspace", "acme", "--role", "OWNER"],
  ...more,
];
const key = (email: string, ...more: string[]) => [
  ...[
    "admin",
    "key",
    "create",
    "--email",
    email,
    "--workspace",
    "acme",
    "--scope",
    "write",
    "--name",
    "laptop",
  ],
  ...more,
];

describe.each(databases)("$database: admin commands", ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create("empty");
  });
  afterAll(() => database.drop());

  /** Runs a command in this process, separate from the service, and returns its `--json` output. */
  const here = async (args: string[]) => {
    const { code, stdout, stderr } = await groundplanHere([...args, "--json"], database.env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  };

  it("make a link for a user to set a password", async () => {
    await here(user("reset@example.com", "--create-workspace"));
    const made = await here(["admin", "user", "reset", "--email", "reset@example.com"]);
    expect(made).toEqual({ link: expect.stringMatching(/\/reset\?token=/) });
  });

  it("create a user, a workspace and a key while no service runs", async () => {
    const { env } = database;
    const made = await groundplanJson(user("Ada@Example.com", "--create-workspace"), env);
    expect(made).toEqual({
      user: { id: expect.any(String), email: "ada@example.com" },
      workspace: { id: expect.any(String), slug: "acme" },
    });
    const { key: made2, secret } = await here(key("ada@example.com"));
    expect(made2).toEqual({
      id: expect.any(String),
      name: "laptop",
      prefix: secret.slice(0, 12),
      scope: "write",
      lastUsedAt: null,
      lastMcpUseAt: null,
      revokedAt: null,
      expiresAt: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  describe("next to a running service", () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await startService(database.env);
    });
    afterAll(() => service.stop());

    it("create a key that works at once", async () => {
      const client = (apiKey: string) => createClient({ url: service.url, apiKey });
      const { workspace } = await here(user("grace@example.com"));
      const { secret } = await here(key("grace@example.com"));
      const index = await client(secret).call(getIndex, {});
      expect(index).toMatchObject({ workspace: { id: workspace.id, slug: "acme" }, scope: "write" });
    });

    it("end anybody's key at once", async () => {
      await here(user("eve@example.com", "--create-workspace"));
      const { key: made, secret } = await here(key("eve@example.com"));
      const client = createClient({ url: service.url, apiKey: secret });
      await client.call(getIndex, {});
      const revoke = ["admin", "key", "revoke", made.id];
      const { key: revoked } = await here(revoke);
      expect(revoked).toEqual({
        id: made.id,
        name: "laptop",
        prefix: made.prefix,
        email: "eve@example.com",
        workspace: "acme",
        revokedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      });
      await expect(client.call(getIndex, {})).rejects.toMatchObject({ code: "unauthorized" });
      const again = await groundplanHere(revoke, database.env);
      expect(again).toMatchObject({ code: 0, stderr: "" });
      expect(again.stdout).toContain(
        `The key "laptop" (${made.prefix}…) of eve@example.com in acme is revoked.`,
      );
      expect((await here(revoke)).key).toEqual(revoked);
    });

    it("all take effect when several run at the same time", async () => {
      const made = await Promise.all(
        Array.from({ length: 3 }, (_, n) => groundplanJson(user(`user${n}@example.com`), database.env)),
      );
      expect(new Set(made.map((one) => one.user.id)).size).toBe(3);
      expect(new Set(made.map((one) => one.workspace.id)).size).toBe(1);
    });
  });

  it("print one JSON object and nothing else with --json", async () => {
    const { env } = database;
    const ended = [
      await groundplan([...user("joan@example.com"), "--json"], env),
      await groundplanHere([...key("joan@example.com"), "--json"], env),
      await groundplanHere(["admin", "jobs", "--json"], env),
    ];
    for (const { code, stdout, stderr } of ended) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout.endsWith("}\n")).toBe(true);
      expect(stdout.trim().split("\n")).toHaveLength(1);
      expect(JSON.parse(stdout)).toBeTypeOf("object");
    }
  });

  it("show the next step", async () => {
    const { env } = database;
    const made = await groundplanHere(user("o'neil@example.com"), env);
    expect(made.stdout).toContain(
      "groundplan admin key create --email 'o'\\''neil@example.com' --workspace acme",
    );
    const { stdout } = await groundplanHere(key("o'neil@example.com"), env);
    expect(stdout).toMatch(/\n {2}export GROUNDPLAN_API_KEY=psk_[0-9A-Za-z]{42}\n/);
    expect((await groundplanHere(["admin", "jobs"], env)).code).toBe(0);
  });

  it("refuse impossible requests in one sentence on standard error", async () => {
    const { env } = database;
    const noWorkspace = user("ada@example.com").map((word) => (word === "acme" ? "nowhere" : word));
    const isRefused = async (args: string[], sentence: string) => {
      const { code, stdout, stderr } = await groundplanHere([...args, "--json"], env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toContain(sentence);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    };
    await isRefused(noWorkspace, "There is no workspace nowhere. Add --create-workspace to create it.");
    await isRefused(key("nobody@example.com"), "nobody@example.com is not a member of acme.");
    await isRefused(["admin", "key", "revoke", "none"], "There is no key none.");
  });
});

const userWith = (option: string, value: string) => changed(user("a@b.example"), option, value);
const keyWith = (option: string, value: string) => changed(key("a@b.example"), option, value);
const changed = (args: string[], option: string, value: string) =>
  args.map((word, index) => (args[index - 1] === option ? value : word));

describe("a wrong option ends an admin command with one sentence", () => {
  it.each([
    ["must be an e-mail address", userWith("--email", "ada")],
    ["It must be an e-mail address", userWith("--email", "Ada <ada@b.example>")],
    ["longer than 254 characters", userWith("--email", `${"a".repeat(250)}@b.example`)],
    ["must not be empty", userWith("--name", "  ")],
    ["longer than 200 characters", userWith("--name", "x".repeat(201))],
    ["must not hold control characters", userWith("--name", "a\u0007b")],
    ["must be lower-case letters, digits and single hyphens", userWith("--workspace", "Acme Inc")],
    ["Allowed choices are OWNER, MEMBER, VIEWER", userWith("--role", "KING")],
    ["Allowed choices are read, write", keyWith("--scope", "admin")],
    ["longer than 80 characters", keyWith("--name", "x".repeat(81))],
    [
      "required option '--workspace <slug>' not specified",
      ["admin", "key", "create", "--email", "a@b.example"],
    ],
    ["unknown option '--all'", ["admin", "jobs", "--all"]],
  ])("%s", async (sentence, args) => {
    const { code, stdout, stderr } = await groundplanHere(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
