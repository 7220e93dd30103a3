import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { form, formHeaders } from "../../../test/form.ts";
import { setUpWorld } from "../../../test/world.ts";
import { enrichSource } from "../context/enrichment/enrich-source.ts";
import { newPlan } from "../plans/scene.test-support.ts";

const project = "/v1/projects/web";
type Receipt = { kind: string; id: string; title: string; tokens: number; state: string; reason?: string };

describe.each(databases)("sources in a planner's pack, on $database", ({ create }) => {
  const world = setUpWorld(create, { jobs: "off" });
  beforeAll(async () => {
    world.context.outbound = {
      ...world.context.outbound,
      fetch: async (url) => {
        const page = new Response("<title>Tides</title><h1>Tides</h1><p>High at noon.</p>", {
          headers: { "content-type": "text/html" },
        });
        return Object.defineProperty(page, "url", { value: String(url) });
      },
    };
    await world.alice.post("/v1/projects", { name: "Web" });
  });

  const packOf = async (path: string, budget = 20_000) => {
    const { pack } = (await world.alice.get(`${path}/context/pack?receipts=all&budget=${budget}`)).body;
    return { ...pack, sources: pack.receipts.filter(({ kind }: Receipt) => kind === "source") };
  };
  const enrich = async (sourceId: string) => {
    const { workspace } = (await world.alice.get("/v1/me")).body;
    const signal = new AbortController().signal;
    await enrichSource(world.context, { workspaceId: workspace.id, sourceId }, { signal });
  };
  const upload = async (path: string, file: string, body: string, onConflict = "error") => {
    const parts = form([
      { name: "onConflict", body: onConflict },
      { file, body },
    ]);
    return (await world.alice.post(`${path}/context/upload`, parts, formHeaders)).body.sources[0];
  };

  it("are those of pages, files and texts alike, once their text is read", async () => {
    const plan = await newPlan(world.alice, project, {});
    const page = await world.alice.post(`${plan.path}/context/url`, { url: "https://tides.example/" });
    const file = await upload(plan.path, "berths.txt", "Berths are booked by telephone.");
    const empty = await upload(plan.path, "empty.txt", "");
    const before = await packOf(plan.path);
    expect(before.text).toContain("High at noon.");
    expect(before.text).not.toContain("by telephone");
    expect(before.sources).toMatchObject([
      { id: page.body.source.id, title: "Tides", state: "whole", revision: 1 },
      { id: file.id, state: "left_out", tokens: 0, reason: "It has not been read yet." },
      { id: empty.id, state: "left_out", tokens: 0, reason: "It has not been read yet." },
    ]);
    for (const { id } of [file, empty]) await enrich(id);
    const after = await packOf(plan.path);
    expect(after.text).toContain("Berths are booked by telephone.");
    expect(after.sources).toMatchObject([
      { id: page.body.source.id, state: "whole" },
      { id: file.id, title: "berths.txt", state: "whole", revision: 1 },
      { id: empty.id, state: "left_out", reason: "It has no text." },
    ]);
    expect(await packOf(plan.path)).toEqual(after);

    // A replacing file is included once it is read.
    await upload(plan.path, "berths.txt", "Berths are booked online.", "replace");
    const replaced = await packOf(plan.path);
    expect(replaced.text).toContain("by telephone");
    expect(replaced.sources[1]).toMatchObject({ id: file.id, state: "whole", revision: 1 });
    await enrich(file.id);
    const read = await packOf(plan.path);
    expect(read.text).toContain("booked online");
    expect(read.sources[1]).toMatchObject({ id: file.id, state: "whole", revision: 2 });
  });

  it("are counted and cut by the budget, in the same bytes each time, and changed ones have a new receipt", async () => {
    const plan = await newPlan(world.alice, project, {});
    const text = Array.from({ length: 5000 }, (_, n) => `Line ${n} of the minutes.`).join("\n");
    const { id } = await upload(plan.path, "minutes.txt", text);
    await enrich(id);
    const cut = await packOf(plan.path, 9000);
    expect(cut.tokens).toBeLessThanOrEqual(9000);
    expect(cut.sources).toMatchObject([
      { id, state: "cut", reason: "The budget ends within it.", revision: 1 },
    ]);
    expect(await packOf(plan.path, 9000)).toEqual(cut);
    await world.alice.patch(`${plan.path}/context/${id}`, { title: "minutes, renamed.txt" });
    expect((await packOf(plan.path, 9000)).sources).toMatchObject([
      { id, title: "minutes, renamed.txt", revision: 2 },
    ]);
  });

  it("are left out of a plan that does not use them, and stay in the pack of others", async () => {
    const plan = await newPlan(world.alice, project, {});
    const sub = await newPlan(world.alice, project, { parentPlanId: plan.id });
    const { body } = await world.alice.post(`${plan.path}/context`, {
      title: "Switched",
      text: "Only above.",
    });
    await world.alice.put(`${sub.path}/context/${body.source.id}/active`, { active: false });
    expect((await packOf(plan.path)).text).toContain("Only above.");
    const without = await packOf(sub.path);
    expect(without.text).not.toContain("Only above.");
    expect(without.sources).toMatchObject([
      { id: body.source.id, state: "left_out", tokens: 0, reason: "It is switched off for this plan." },
    ]);
  });
});
