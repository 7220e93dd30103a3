import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  createProject,
  getPlan,
  getSpec,
  listDependencies,
  listPlans,
  listProjectProposals,
  listSpecs,
  listThreads,
} from "@groundplan/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { small as backlog } from "../../../../client/src/import/backlog/testing.ts";
import { small as openspec } from "../../../../client/src/import/openspec/testing.ts";
import { small as specKit } from "../../../../client/src/import/spec-kit/testing.ts";
import { type Client, createClient } from "../../../../client/src/index.ts";
import { databases } from "../../../../server/test/databases.ts";
import { setUpWorld } from "../../../../server/test/world.ts";
import { groundplanHere } from "../../testing.ts";

type Files = Readonly<Record<string, string>>;

describe.each(databases)("$database: importing folders of markdown", ({ create }) => {
  const world = setUpWorld(create);
  let root: string;
  let client: Client;
  let env: Record<string, string>;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "markdown-"));
    const url = await world.app.listen({ host: "127.0.0.1", port: 0 });
    env = { GROUNDPLAN_URL: url, GROUNDPLAN_API_KEY: world.alice.key };
    client = createClient({ url, apiKey: world.alice.key });
  });
  afterAll(() => rmSync(root, { recursive: true }));

  /** Imports a repository into a project of its own, twice, and returns all of the project's plans and specs. */
  async function importTwice(format: string, files: Files) {
    const folder = join(root, format);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    await client.call(createProject, { body: { name: format, slug: format } });
    const run = async () => {
      const args = ["import", format, folder, "--project", format, "--json"];
      const { code, stdout, stderr } = await groundplanHere(args, env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return JSON.parse(stdout);
    };
    const first = await run();
    const before = await everything(format);
    expect(first.created).toBe(before.flatMap(({ specs }) => specs).length);
    expect(await run()).toMatchObject({ created: 0, updated: 0, conflicts: [], left: [] });
    expect(await everything(format)).toEqual(before);
    const specs = before.flatMap((one) => one.specs);
    const refs = new Map(specs.map(({ id, externalRef }) => [id, externalRef]));
    const needs = (id: string) =>
      before.flatMap(({ dependencies }) =>
        dependencies.flatMap(({ fromSpecId, toSpecId }) =>
          fromSpecId === id ? [refs.get(toSpecId ?? "")] : [],
        ),
      );
    const linksOf = (ref: string) => {
      const { id, status, parentSpecId } =
        specs.find((one) => one.externalRef === ref) ?? expect.unreachable();
      return [status, needs(id).sort(), refs.get(parentSpecId ?? "")];
    };
    return { plans: before.map(({ plan }) => plan), specs, linksOf };
  }

  async function everything(projectSlug: string) {
    const { plans } = await client.call(listPlans, { params: { projectSlug } });
    return Promise.all(
      plans.map(async ({ shortId: planShortId }) => {
        const params = { projectSlug, planShortId };
        const { plan } = await client.call(getPlan, { params });
        const { specs } = await client.call(listSpecs, { params });
        const whole = specs.map(async ({ shortId }) => {
          const { spec } = await client.call(getSpec, { params: { ...params, specShortId: shortId } });
          return spec;
        });
        const { dependencies } = await client.call(listDependencies, { params });
        return { plan, dependencies, specs: await Promise.all(whole) };
      }),
    );
  }

  it("makes plans of spec-kit's features, and proposes the constitution as instructions", async () => {
    const { plans, linksOf } = await importTwice("spec-kit", specKit);
    expect(plans.map(({ name }) => name).sort()).toEqual(["Log in", "Log in: tasks", "spec-kit"]);
    const ref = (id: string) => `spec-kit:002-login/${id}`;
    expect(linksOf(ref("US1"))).toEqual(["IN_PROGRESS", [ref("T004"), ref("T005"), ref("T006")], undefined]);
    expect(linksOf(ref("T008"))).toEqual(["TODO", [ref("T006"), ref("T007")], undefined]);
    const { proposals } = await client.call(listProjectProposals, { params: { projectSlug: "spec-kit" } });
    expect(proposals.map(({ markdown }) => markdown)).toEqual(["# Shop Constitution\n\nTests come first."]);
  });

  it("makes plans of OpenSpec's changes and of its current specs", async () => {
    const { plans, specs, linksOf } = await importTwice("openspec", openspec);
    expect(plans.map(({ name }) => name).sort()).toEqual([
      "Current specs",
      "add-2fa",
      "add-2fa: tasks",
      "openspec",
    ]);
    const ref = (id: string) => `openspec:add-2fa/tasks/${id}`;
    expect(linksOf(ref("2.1"))).toEqual(["TODO", [ref("1.1"), ref("1.2")], undefined]);
    const spec = specs.find(({ externalRef }) => externalRef === "openspec:specs/auth");
    expect(spec?.acceptanceCriteria.map(({ text }) => text.split("\n")[0])).toEqual(["Right password"]);
  });

  it("makes plans of Backlog.md's milestones, and a private one of its drafts", async () => {
    const { plans, specs, linksOf } = await importTwice("backlog", backlog);
    expect(plans.map(({ name, visibility }) => [name, visibility]).sort()).toEqual([
      ["Payment", null],
      ["Shop", "TEAM"],
      ["Shop: drafts", "PRIVATE"],
    ]);
    expect(linksOf("backlog:SHOP-3")).toEqual(["TODO", [], "backlog:SHOP-2"]);
    expect(linksOf("backlog:SHOP-2")).toEqual(["IN_PROGRESS", ["backlog:SHOP-1"], undefined]);
    expect(linksOf("backlog:DRAFT-1")).toEqual(["TODO", ["backlog:SHOP-2"], undefined]);
    const spec = specs.find(({ externalRef }) => externalRef === "backlog:SHOP-2");
    expect(spec?.acceptanceCriteria.map(({ id, checked }) => [id, checked])).toEqual([
      ["#1", true],
      ["#2", false],
    ]);
    const params = { documentId: spec?.id ?? "" };
    const { threads } = await client.call(listThreads, { params, query: {} });
    expect(threads).toHaveLength(1);
  });
});
