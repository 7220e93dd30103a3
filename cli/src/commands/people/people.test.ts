import { describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpTerminal } from "../terminal.test-support.ts";

describe.each(databases)("$database: people in the terminal", ({ create }) => {
  const terminal = setUpTerminal(create);
  const { shown, json, run, file, world } = terminal;
  const bobs = () => ({ ...terminal.env, GROUNDPLAN_API_KEY: world.bob.key });

  it("`share` shares a plan with members, and ends it", async () => {
    await shown("plan", "create", "Secret", "--private");
    expect(await shown("share", "PLAN-1")).toContain("`groundplan share add PLAN-1 EMAIL`");
    expect((await run(["plan", "show", "PLAN-1"], bobs())).code).toBe(3);
    expect(await shown("share", "add", "PLAN-1", world.bob.email)).toBe(
      `${world.bob.email} may read PLAN-1.\n`,
    );
    expect((await run(["plan", "show", "PLAN-1"], bobs())).code).toBe(0);
    expect((await run(["plan", "edit", "PLAN-1", "--name", "Mine"], bobs())).code).toBe(5);
    await shown("share", "add", "PLAN-1", world.bob.email, "--edit");
    expect(await shown("share", "list", "PLAN-1")).toBe("WHO  MAY\nbob  edit\n");
    expect(await json("share", "remove", "PLAN-1", world.bob.email)).toEqual({ removed: true });
    expect((await run(["plan", "show", "PLAN-1"], bobs())).code).toBe(3);
    const missing = await run(["share", "add", "PLAN-1", "nobody@acme.example"]);
    expect(missing).toMatchObject({ code: 3 });
    expect(missing.stderr).toContain("`groundplan members list`");
  });

  it("`share link` makes, lists and ends links to plans and specs", async () => {
    await shown("spec", "create", "PLAN-1", "Sign in");
    for (const handle of ["PLAN-1", "PLAN-1/SPEC-1"]) {
      const made = await json("share", "link", "create", handle, "--expires", "30d");
      const listed = await shown("share", "link", "list", handle);
      expect(listed).toContain(made.link.url);
      await shown("share", "link", "delete", handle, made.link.id);
      expect((await json("share", "link", "list", handle)).links).toEqual([]);
    }
  });

  it("`keys` makes, lists, renames and revokes keys", async () => {
    const made = await shown("keys", "create", "laptop", "--scope", "write", "--expires", "90d");
    const [, secret = ""] =
      /^The key is shown only once:\n {2}export GROUNDPLAN_API_KEY=(psk_\S+)\n$/.exec(made) ?? [];
    const own = { ...terminal.env, GROUNDPLAN_API_KEY: secret };
    expect((await run(["whoami"], own)).code).toBe(0);
    const { keys } = await json("keys");
    const { id } = keys.find(({ name }: { name: string }) => name === "laptop");
    expect(await shown("keys", "rename", id, "desktop")).toBe("The key is called desktop now.\n");
    expect(await shown("keys", "list")).toMatch(new RegExp(`\\n${id} +desktop +psk_\\S+ +write +until `));
    expect((await run(["keys", "revoke", id])).code).toBe(2);
    expect(await shown("keys", "revoke", id, "--yes")).toBe("The key desktop is revoked.\n");
    expect((await run(["whoami"], own)).code).toBe(4);
  });

  it("`invites` invites people, sends links again, and revokes", async () => {
    const made = await shown("invites", "create", "new@acme.example", "--role", "viewer");
    expect(made).toMatch(/^Send new@acme\.example this link; it is shown only once:\n {2}http\S+\n$/);
    const { invites } = await json("invites");
    expect(invites).toMatchObject([{ email: "new@acme.example", role: "VIEWER" }]);
    const id = invites[0].id;
    expect(await shown("invites", "resend", id)).toMatch(/^The new link.*\n {2}http\S+\n$/);
    expect(await shown("invites", "revoke", id)).toBe("The invite of new@acme.example is revoked.\n");
    expect(await shown("invites", "list")).toMatch(
      new RegExp(`\\n${id} +new@acme\\.example +viewer +revoked`),
    );
    expect((await run(["invites", "create", "new"])).code).toBe(2);
  });

  it("`invites accept` brings a person into another workspace", async () => {
    const mallorys = { ...terminal.env, GROUNDPLAN_API_KEY: world.mallory.key };
    const made = await run(["invites", "create", world.bob.email, "--json"], mallorys);
    const link = file("link.txt", `${JSON.parse(made.stdout).acceptUrl}\n`);
    const accepted = await run(["invites", "accept", "--link-file", link], bobs());
    expect(accepted).toMatchObject({ code: 0, stdout: "You are member in other.\n" });
  });

  it("`members` lists members, changes roles, signs them out and removes them", async () => {
    const { email } = world.vera;
    expect(await shown("members")).toContain(`\n${email}   vera   viewer\n`);
    expect(await shown("members", "role", email, "MEMBER")).toBe(`${email} is member now.\n`);
    expect((await run(["members", "role", email, "membr"])).stderr).toContain("Did you mean member?");
    const veras = { ...terminal.env, GROUNDPLAN_API_KEY: world.vera.key };
    await run(["plan", "create", "Vera's"], veras);
    expect((await json("members", "sign-out", email, "--yes")).revoked).toBe(1);
    expect((await run(["whoami"], veras)).code).toBe(4);
    expect((await run(["members", "remove", email])).code).toBe(2);
    const owner = await run(["members", "remove", email, "--yes"]);
    expect(owner.code).toBe(6);
    expect(owner.stderr).toContain("Name the member who gets them with `--transfer-plans-to`.");
    await shown("members", "remove", email, "--transfer-plans-to", world.bob.email, "--yes");
    expect((await json("members", "list")).members).toHaveLength(3);
  });
});
