import { describe, expect, it } from "vitest";
import { databases } from "../../../../test/databases.ts";
import { expectInvalid } from "../../../../test/expect-error.ts";
import { form, formHeaders } from "../../../../test/form.ts";
import { type Person, setUpWorld } from "../../../../test/world.ts";
import { sweepFiles } from "../../../files/sweep.ts";
import { newPlan, outcome } from "../../plans/scene.test-support.ts";
import { bring, type Source, send } from "../scene.test-support.ts";

const project = "/v1/projects/web";
let refs = 0;

describe.each(databases)("files of an import, on $database", ({ create }) => {
  const world = setUpWorld(create, { project: "Web" });

  const post = (by: Person, files: Record<string, string>) =>
    by.post(
      `${project}/imports/files`,
      form(Object.entries(files).map(([file, body]) => ({ file, type: "text/markdown", body }))),
      formHeaders,
    );
  const upload = async (by: Person, files: Record<string, string>) => {
    const answer = await post(by, files);
    expect(outcome(answer)).toBe("201");
    return answer.body.files as { path: string; fileId: string; bytes: number }[];
  };
  const planWith = (files: { path: string; fileId: string }[], ref = `kiro:filed-${refs++}`): Source => ({
    externalRef: ref,
    name: "Filed",
    specs: [{ externalRef: `${ref}/1`, title: "One" }],
    files: files.map(({ path, fileId }) => ({ path, fileId })),
  });
  const rows = (table: "imported_files" | "imported_places" | "files") =>
    world.context.db
      .selectFrom(table as "imported_files")
      .selectAll()
      .execute();
  const sweep = () => sweepFiles(world.context, new AbortController().signal, "9");

  it("are answered with their paths, and go unless an import names them", async () => {
    const [first, second] = await upload(world.bob, { "a/one.md": "# One\n", "a/two.md": "# Två\n" });
    expect([first?.path, first?.bytes, second?.bytes]).toEqual(["a/one.md", 6, 7]);
    await bring(world.bob, project, [planWith([first ?? { path: "", fileId: "" }])]);
    await sweep();
    const kept = (await rows("files")).map((file) => (file as unknown as { id: string }).id);
    expect([kept.includes(first?.fileId ?? ""), kept.includes(second?.fileId ?? "")]).toEqual([true, false]);
  });

  it("are replaced by the next import that names some, and go with the plan", async () => {
    const ref = `kiro:filed-${refs++}`;
    const named = async () => (await rows("imported_files")).filter(({ plan_id }) => plan_id === plan.planId);
    const place = async () =>
      (await rows("imported_places"))
        .filter(({ plan_id }) => plan_id === plan.planId)
        .map((row) => row as unknown as { from_byte: number });
    const withSpec = (file: { path: string; fileId: string }, from: number): Source => ({
      ...planWith([], ref),
      specs: [{ externalRef: `${ref}/1`, title: "One", source: { ...file, from, to: from + 3 } }],
    });
    const [old] = await upload(world.bob, { "a/one.md": "# One\n" });
    const before = { path: "a/one.md", fileId: old?.fileId ?? "" };
    const [plan] = await bring(world.bob, project, [withSpec(before, 0)]);
    expect(await named()).toMatchObject([before].map(({ path, fileId: file_id }) => ({ path, file_id })));
    const [fresh] = await upload(world.bob, { "a/one.md": "# One\n\nMore.\n" });
    await bring(world.bob, project, [withSpec({ path: "a/one.md", fileId: fresh?.fileId ?? "" }, 2)]);
    expect(await named()).toMatchObject([{ path: "a/one.md", file_id: fresh?.fileId }]);
    expect(await place()).toMatchObject([{ from_byte: 2 }]);
    await bring(world.bob, project, [{ externalRef: ref, name: "Filed" }]);
    expect(await named()).toHaveLength(1);
    expect((await world.bob.delete(`${project}/plans/${plan.planShortId}`)).status).toBe(200);
    expect([await named(), await place()]).toEqual([[], []]);
  });

  it("of somebody else, of nobody and gone ones can't be named", async () => {
    const [file] = await upload(world.bob, { "one.md": "Bob's.\n" });
    const { planShortId } = (await bring(world.bob, project, [planWith([])]))[0];
    expect(planShortId).toBeDefined();
    const named = { path: "one.md", fileId: file?.fileId ?? "" };
    for (const one of [named, { path: "one.md", fileId: "nothing" }])
      expectInvalid(await send(world.alice, project, [planWith([one])]), ["/plans/0/files/0/fileId"]);
    await sweep();
    expectInvalid(await send(world.bob, project, [planWith([named])]), ["/plans/0/files/0/fileId"]);
  });

  it("have one content for each path of a plan", async () => {
    const files = await upload(world.bob, { "one.md": "1\n", "two.md": "2\n" });
    const twice = planWith(files.map(({ fileId }) => ({ path: "one.md", fileId })));
    expectInvalid(await send(world.bob, project, [twice]), ["/plans/0/files/1/path"]);
  });

  it("have paths from the format's root", async () => {
    for (const path of ["../one.md", "/one.md", "a//b.md", "a/./b.md", "a/.."])
      expectInvalid(await post(world.bob, { [path]: "x" }), ["/file/0/name"]);
  });

  it("can't be uploaded by who can't write in the project", async () => {
    await newPlan(world.alice, project, {});
    expect(outcome(await post(world.vera, { "one.md": "1\n" }))).toBe("403 forbidden");
  });
});
