import { type GitHubStandIn, startGitHub } from "@groundplan/tracker-stand-ins/github";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpTerminal } from "../terminal.test-support.ts";

describe.each(databases)("$database: a tracker in the terminal", ({ create }) => {
  let github: GitHubStandIn;
  const env: Record<string, string> = { GROUNDPLAN_PUBLIC_URL: "https://plans.example" };
  beforeAll(async () => {
    github = await startGitHub();
    env.GROUNDPLAN_GITHUB_API_URL = github.url;
  });
  const terminal = setUpTerminal(create, { env });
  const { shown, json, run, file } = terminal;
  afterAll(() => github.close());

  it("`connectors connect` takes a key from a file or the environment, and `targets` lists where to push", async () => {
    expect((await run(["connectors", "targets", "github"])).code).toBe(6);
    expect(await shown("tracker")).toContain("`groundplan tracker set`");
    const key = file("key.txt", `${github.token}\n`);
    expect(await shown("connectors", "connect", "github", "--key-file", key)).toMatch(/\n$/);
    expect(await shown("connectors")).toMatch(/\ngithub +GitHub Issues +tracker +yes/);
    expect(await shown("connectors", "targets", "github")).toContain(github.repository);
    const again = await run(["connectors", "connect", "github", "--json"], {
      ...terminal.env,
      GROUNDPLAN_CONNECTOR_KEY: github.token,
    });
    expect(JSON.parse(again.stdout)).toMatchObject({ connected: true, connector: "github" });
  });

  it("`tracker set` chooses where to push, and `pushes` lists, shows, repeats and cancels pushes", async () => {
    expect((await run(["tracker", "set", "github"])).code).toBe(2);
    expect((await run(["tracker", "set", "githup", "--repository", "a/b"])).stderr).toContain(
      "Did you mean github?",
    );
    expect(
      await shown("tracker", "set", "github", "--repository", github.repository, "--statuses", "close"),
    ).toBe(
      `github: ${github.repository}\nreferences in texts: neutral, statuses: close, details: assignee labels\n`,
    );
    const labelled = ["--repository", github.repository, "--details", "labels"];
    expect((await json("tracker", "set", "github", ...labelled)).tracker.details).toEqual(["labels"]);
    const dated = ["--repository", github.repository, "--details", "dueDate"];
    expect((await run(["tracker", "set", "github", ...dated])).stderr).toContain("have no due date");
    expect((await json("tracker", "show")).tracker.provider).toBe("tracker_c");
    await shown("plan", "create", "Launch");
    await shown("spec", "create", "PLAN-1", "Sign in");
    expect(await shown("pushes", "PLAN-1")).toContain("`groundplan push PLAN-1 --dry-run`");
    expect(await shown("pushes", "status", "PLAN-1")).not.toBe("");
    expect((await run(["push", "PLAN-1"])).code).toBe(0);
    const { pushes } = await json("pushes", "PLAN-1");
    const id = pushes[0].pushId;
    expect(await shown("pushes", "list", "PLAN-1")).toMatch(
      new RegExp(`\\n${id} +\\S+ +pushed +2 +${github.repository}`),
    );
    expect(await shown("pushes", "show", "PLAN-1", id)).toContain("On the tracker:");
    expect(await shown("pushes", "status", "PLAN-1")).toMatch(/^In the tracker: 2 of 2, /);
    expect((await json("pushes", "cancel", "PLAN-1", id)).push.status).toBe("pushed");
    const retried = await run(["pushes", "retry", "PLAN-1", id]);
    expect([0, 6]).toContain(retried.code);
  });

  it("`connectors listen` makes the tracker's webhook, `unlisten` ends it, and `disconnect` deletes the key", async () => {
    expect(await shown("connectors", "listen", "github")).toMatch(
      /\n {2}address {2}https:\/\/plans\.example\S+\n {2}secret {3}\S+\n$/,
    );
    expect(await json("connectors", "unlisten", "github")).toEqual({ deleted: true });
    expect((await run(["connectors", "disconnect", "github"])).code).toBe(2);
    expect(await shown("connectors", "disconnect", "github", "--yes")).toBe("github is disconnected.\n");
  });
});
