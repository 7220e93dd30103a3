import { beforeEach, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { setUpWorld } from "../../../test/world.ts";
import { outcome } from "../plans/scene.test-support.ts";

const workspace = "/v1/workspace";
const path = "/v1/projects/web";

const isAsked = (policy: { evidence?: string; reviewer?: string }) =>
  policy.evidence === "asked" && policy.reviewer === "person";

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off", project: "Web" });
  beforeEach(async () => {
    await world.alice.patch(workspace, { evidence: "off", reviewer: "anyone" });
    await world.alice.patch(path, { evidence: null, reviewer: null });
  });
  const project = async (body: object) => {
    const answer = await world.alice.patch(path, body);
    expect(outcome(answer)).toBe("200");
    return answer.body.project;
  };
  const read = async () => (await world.vera.get(path)).body.project;

  it("follows the workspace unless a project is stricter, in every read of a project", async () => {
    const following = { evidence: null, reviewer: null };
    expect(await read()).toMatchObject({
      ...following,
      effectivePolicy: { evidence: "off", reviewer: "anyone" },
    });
    const changed = await world.alice.patch(workspace, { evidence: "asked" });
    expect(changed.body.workspace).toMatchObject({ slug: "acme", evidence: "asked", reviewer: "anyone" });
    expect((await world.vera.get(workspace)).body.workspace).toEqual(changed.body.workspace);
    const own = await project({ evidence: "required", reviewer: "person" });
    expect(own).toMatchObject({
      evidence: "required",
      reviewer: "person",
      effectivePolicy: { evidence: "required", reviewer: "person" },
    });
    const { projects } = (await world.vera.get("/v1/projects")).body;
    expect(projects.find(({ slug }: { slug: string }) => slug === "web")).toEqual(own);
    expect(await project({ evidence: null })).toMatchObject({
      evidence: null,
      effectivePolicy: { evidence: "asked", reviewer: "person" },
    });
    const made = await world.alice.post("/v1/projects", { name: "Strict", evidence: "required" });
    expect(made.body.project.effectivePolicy).toEqual({ evidence: "required", reviewer: "anyone" });
  });

  it("is the owners' to change", async () => {
    const refused = [
      await world.bob.patch(workspace, { evidence: "asked" }),
      await world.bob.patch(path, { evidence: "asked" }),
      await world.bob.patch(path, { name: "Web", reviewer: null }),
      await world.bob.post("/v1/projects", { name: "Bob's", reviewer: "person" }),
    ];
    expect(refused.map(outcome)).toEqual(Array(4).fill("403 forbidden"));
    expect(outcome(await world.mallory.patch(path, { evidence: "asked" }))).toBe("404 not_found");
    expect(outcome(await world.alice.patch(path, { evidence: "never" }))).toBe("400 invalid_request");
    expect(outcome(await world.alice.patch(workspace, { evidence: null }))).toBe("400 invalid_request");
    expect(outcome(await world.bob.patch(path, { name: "Web" }))).toBe("200");
  });

  it("refuses a project that is weaker than the workspace, and names the fields", async () => {
    await world.alice.patch(workspace, { evidence: "required", reviewer: "not_the_holder" });
    const weaker = { name: "Other", evidence: "asked", reviewer: "anyone" };
    for (const answer of [
      await world.alice.patch(path, weaker),
      await world.alice.post("/v1/projects", weaker),
    ]) {
      expect(outcome(answer)).toBe("409 policy_weaker");
      expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([
        "/evidence",
        "/reviewer",
      ]);
    }
    expect(await read()).toMatchObject({ name: "Web", evidence: null });
    expect(await project({ reviewer: "person" })).toMatchObject({ reviewer: "person" });
  });

  it("lifts weaker projects with the workspace, to stay so, and tells owners and the history", async () => {
    const dave = await world.person("dave", "OWNER", "acme");
    await project({ evidence: "asked", reviewer: "person" });
    await world.alice.patch(workspace, { evidence: "required", reviewer: "not_the_holder" });
    expect(await read()).toMatchObject({ evidence: "required", reviewer: "person" });
    await world.alice.patch(workspace, { evidence: "off" });
    expect(await read()).toMatchObject({ evidence: "required" });
    const { entries } = (await world.alice.get("/v1/audit?type=policy.changed&limit=5")).body;
    const lifted = entries.find(({ data }: { data: { from: object } }) => isAsked(data.from));
    expect(lifted).toMatchObject({ projectSlug: "web", data: { to: { reviewer: "person" } } });
    const { items } = (await dave.get("/v1/notifications")).body;
    expect(items[0]).toMatchObject({
      type: "policy",
      eventType: "policy.changed",
      documentTitle: "The workspace",
      activity: "changed the policy of evidence",
    });
    expect(items.map((item: { documentTitle: string }) => item.documentTitle)).toContain("Web");
    expect(outcome(await world.alice.patch(workspace, { evidence: "off" }))).toBe("200");
    expect((await dave.get("/v1/notifications")).body.items).toHaveLength(items.length);
    expect((await world.bob.get("/v1/notifications")).body.items).toEqual([]);
  });
});
