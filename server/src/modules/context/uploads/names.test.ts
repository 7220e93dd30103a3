import { randomInt } from "node:crypto";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";
import { openSources, project } from "../scene.test-support.ts";

describe.each(databases)("names and folders of context sources, on $database", ({ create }) => {
  const sources = openSources(create);

  it("have a title that is unique in its folder, also when two are added at once", async () => {
    const { alice, bob } = sources.world;
    const plan = await newPlan(alice, project, {});
    const both = await Promise.all(
      [alice, bob].map((who) => who.post(`${plan.path}/context`, { title: "Twice", text: "" })),
    );
    expect(both.map(outcome).toSorted()).toEqual(["201", "409 title_taken"]);
    const other = await sources.add(alice, plan.path, "Twice", "", { folderPath: "a/b" });
    const moved = await alice.patch(`${plan.path}/context/${other.id}`, { folderPath: "" });
    expect(outcome(moved)).toBe("409 title_taken");
    const renamed = await alice.patch(`${plan.path}/context/${other.id}`, { folderPath: "", title: "Once" });
    expect(renamed.body.source).toMatchObject({ folderPath: "", title: "Once" });
  });

  it("have a title and folder of any letters up to their limits, unique like others", async () => {
    const { alice } = sources.world;
    // Incompressible: random letters of four bytes each, so that no index shortens them.
    const letters = (count: number) =>
      Array.from({ length: count }, () => String.fromCodePoint(randomInt(0x20000, 0x2a6df))).join("");
    const body = { title: letters(200), folderPath: letters(500), text: "" };
    const add = () => alice.post(`${project}/context`, body);
    const added = await add();
    expect(outcome(added)).toBe("201");
    expect(added.body.source).toMatchObject({ title: body.title, folderPath: body.folderPath });
    expect(outcome(await add())).toBe("409 title_taken");
    expect(outcome(await alice.post(`${project}/context`, { ...body, folderPath: "" }))).toBe("201");
    const path = `${project}/context/${added.body.source.id}`;
    expect(outcome(await alice.patch(path, { folderPath: "" }))).toBe("409 title_taken");
    expect(outcome(await alice.patch(path, { folderPath: letters(500) }))).toBe("200");
  });

  it("lie in folders whose paths are normalized, and never contain `..`", async () => {
    const { alice } = sources.world;
    const plan = await newPlan(alice, project, {});
    for (const [given, kept] of [
      ["", ""],
      ["/", ""],
      ["/a//b/", "a/b"],
      ["./a/./b", "a/b"],
      ["a\\b", "a/b"],
      [" a / b ", "a/b"],
    ] as const) {
      const source = await sources.add(alice, plan.path, `In ${JSON.stringify(given)}`, "", {
        folderPath: given,
      });
      expect(source.folderPath).toBe(kept);
    }
    for (const folderPath of ["..", "a/../b", "a\\..\\b", "a\u202eb", "a\nb", "x".repeat(501)])
      expect(outcome(await alice.post(`${plan.path}/context`, { title: "Bad", text: "", folderPath }))).toBe(
        "400 invalid_request",
      );
  });

  it("have titles, kinds and descriptions within their limits", async () => {
    const { alice } = sources.world;
    const send = (body: object) => alice.post(`${project}/context`, { title: "Limits", text: "", ...body });
    for (const body of [
      { title: "" },
      { title: " \u200b " },
      { title: "a".repeat(201) },
      { title: "a\nb" },
      { kind: "" },
      { kind: "a".repeat(101) },
      { description: "a".repeat(2001) },
      { folderPath: null },
      { active: false },
      { url: "https://a.example" },
    ])
      expect([body, outcome(await send(body))]).toEqual([body, "400 invalid_request"]);
    const most = { title: `  ${"😀".repeat(200)} `, kind: "😀".repeat(100), description: "😀".repeat(2000) };
    expect((await send(most)).body.source).toMatchObject({ ...most, title: "😀".repeat(200) });
  });
});
