import { beforeAll, describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { form, formHeaders } from "../../../test/form.ts";
import {
  cameraExif,
  gif,
  jpeg,
  pictureForm,
  png,
  secretPlace,
  turnedPictures,
  webp,
} from "../../../test/pictures.ts";
import { type Person, setUpWorld } from "../../../test/world.ts";
import { sweepFiles } from "../../files/sweep.ts";
import { newPlan, newSpec, outcome } from "../plans/scene.test-support.ts";
import { sweepDocumentFiles } from "./sweep-files.ts";

const project = "/v1/projects/web";
const never = new AbortController().signal;

describe.each(databases)("$database", ({ create }) => {
  const world = setUpWorld(create);
  let plan: Awaited<ReturnType<typeof newPlan>>;
  let spec: Awaited<ReturnType<typeof newSpec>>;
  beforeAll(async () => {
    await world.alice.post("/v1/projects", { name: "Web" });
    plan = await newPlan(world.bob, project, { name: "Harbour" });
    spec = await newSpec(world.bob, plan, { title: "Quay", content: "A quay." });
  });

  const upload = (who: Person, documentId: string, body: Buffer, name = "picture.png") =>
    who.post(`/v1/documents/${documentId}/files`, form([{ file: name, body }]), formHeaders);

  it.each([
    ["image/png", png(7, 5, true), png(7, 5), [7, 5]],
    ["image/jpeg", jpeg(true), jpeg(), [1, 1]],
    ["image/gif", gif(true), gif(), [1, 1]],
    ["image/webp", webp(true), webp(), [1, 1]],
  ] as const)("a picture of %s is stored without its metadata, and shown", async (type, sent, kept, size) => {
    const answer = await upload(world.bob, spec.id, sent, "Fées.bin");
    expect(outcome(answer)).toBe("201");
    const { file } = answer.body;
    expect(file).toEqual({
      id: expect.any(String),
      path: `/v1/files/${file.id}`,
      name: "Fées.bin",
      bytes: kept.length,
      type,
      width: size[0],
      height: size[1],
    });
    const shown = await world.vera.get(file.path);
    expect(shown.headers).toMatchObject({
      "content-type": type,
      "content-length": String(kept.length),
      "content-disposition": expect.stringMatching(/^inline; .*filename\*=UTF-8''F%C3%A9es\.bin$/),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const stored = await world.context.db.selectFrom("file_pieces").select("body").execute();
    expect(stored.filter(({ body }) => Buffer.from(body).includes(secretPlace))).toEqual([]);
  });

  it("of a photo's metadata only how it is turned is stored", async () => {
    const [photo] = turnedPictures(cameraExif(6));
    const { body } = await upload(world.bob, spec.id, photo ?? Buffer.alloc(0), "photo.jpg");
    const shown = await world.vera.get(body.file.path);
    expect(shown.status).toBe(200);
    expect(body.file.bytes).toBe(jpeg().length + 36);
    const stored = await world.context.db.selectFrom("file_pieces").select("body").execute();
    expect(stored.filter(({ body }) => Buffer.from(body).includes(secretPlace))).toEqual([]);
    const turns = Buffer.from("01120003000000010006", "hex");
    expect(stored.some(({ body }) => Buffer.from(body).includes(turns))).toBe(true);
  });

  it("a picture that comes several times at once is stored each time", async () => {
    const sent = png(9, 9, true);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(world.bob, spec.id, sent)));
    expect(answers.map(outcome)).toEqual(answers.map(() => "201"));
    for (const { body } of answers) expect((await world.bob.get(body.file.path)).status).toBe(200);
  });

  it.each(["<svg xmlns='http://www.w3.org/2000/svg'/>", "\0\0\0\x1cftypavif", "text", ""])(
    "%j is 415 with the names of the four formats",
    async (body) => {
      const answer = await upload(world.bob, spec.id, Buffer.from(body, "latin1"));
      expect(outcome(answer)).toBe("415 unsupported_media_type");
      expect(answer.body.error.message).toMatch(/PNG, JPEG, GIF or WebP/);
    },
  );

  it("more than 40 megapixels are 400, and more than 10 MiB are 413", async () => {
    const wide = await upload(world.bob, spec.id, png(40_001, 1000));
    expect(outcome(wide)).toBe("400 invalid_request");
    expect(wide.body.error.details[0].path).toBe("/file");
    const long = await upload(world.bob, spec.id, Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(outcome(long)).toBe("413 payload_too_large");
  });

  it("who can suggest adds pictures, who can't read the document finds neither it nor its pictures", async () => {
    expect(outcome(await upload(world.vera, plan.id, png()))).toBe("201");
    const hidden = await newPlan(world.bob, project, { name: "Hidden", visibility: "PRIVATE" });
    const { file } = (await upload(world.bob, hidden.id, png())).body;
    expect(outcome(await upload(world.carol, hidden.id, png()))).toBe("404 not_found");
    expect(outcome(await world.carol.get(file.path))).toBe("404 not_found");
    expect((await world.carol.get(file.path)).body.error.message).toBe(
      (await world.carol.get("/v1/files/019ac9e6-1f22-7b13-8c24-d5e6f7a8b9c0")).body.error.message,
    );
    expect(outcome(await world.bob.get(file.path))).toBe("200");
    await world.bob.patch(hidden.path, { visibility: "TEAM" });
    expect(outcome(await world.carol.get(file.path))).toBe("200");
  });

  it("a spec takes its pictures along when it moves to a plan that others can't read", async () => {
    const moving = await newSpec(world.bob, plan, { title: "Moving" });
    const { file } = (await upload(world.bob, moving.id, png())).body;
    expect(outcome(await world.carol.get(file.path))).toBe("200");
    const hidden = await newPlan(world.bob, project, { name: "Away", visibility: "PRIVATE" });
    expect(outcome(await world.bob.post(`${moving.path}/move`, { planId: hidden.shortId }))).toBe("200");
    expect(outcome(await world.carol.get(file.path))).toBe("404 not_found");
    expect(outcome(await world.bob.get(file.path))).toBe("200");
  });

  it("a picture that no text has shown for 30 days is removed, and says so", async () => {
    const shown = await newSpec(world.bob, plan, { title: "Shown" });
    const add = async () => (await upload(world.bob, shown.id, png(9, 9))).body.file;
    const [inText, inComment, dropped] = [await add(), await add(), await add()];
    await world.bob.patch(shown.path, { content: `![A](${inText.path}) and ![C](${dropped.path})` });
    await world.bob.post(`/v1/documents/${shown.id}/threads`, { body: `![B](${inComment.path})` });
    const sweep = (before?: string) =>
      sweepDocumentFiles(world.context, null, { signal: never }, ...(before ? [before] : []));
    await sweep();
    await world.bob.patch(shown.path, { content: `![A](${inText.path})` });
    await sweep();
    expect(outcome(await world.bob.get(dropped.path))).toBe("200");
    await sweep("9");
    await sweepFiles(world.context, never, "9");
    const gone = await world.bob.get(dropped.path);
    expect(outcome(gone)).toBe("404 not_found");
    expect(gone.body.error.message).toContain('"picture.png" was removed');
    expect(outcome(await world.bob.get(inText.path))).toBe("200");
    expect(outcome(await world.bob.get(inComment.path))).toBe("200");
  });

  it("a plan's picture stays that a spec of the plan shows, and one of instructions that a proposal shows", async () => {
    const { file } = (await upload(world.bob, plan.id, png(8, 8))).body;
    const suggested = { ref: "a", title: "Suggested", content: `![A](${file.path})` };
    const { revision } = (await world.bob.get(plan.path)).body.plan;
    const { suggestion } = (
      await world.bob.post(`/v1/documents/${plan.id}/suggestions`, {
        baseRevision: String(revision),
        specs: [suggested],
      })
    ).body;
    const accept = `/v1/documents/${plan.id}/suggestions/${suggestion.id}/accept`;
    expect(outcome(await world.bob.post(accept, {}))).toBe("200");
    await world.alice.put("/v1/instructions", { markdown: "Keep it short." });
    const { instructions } = (await world.alice.get("/v1/instructions")).body;
    const proposed = (await upload(world.alice, "instructions.company", png(8, 9))).body.file;
    const proposal = { markdown: `![B](${proposed.path})`, baseRevision: instructions.revision };
    expect(outcome(await world.bob.post("/v1/instructions/proposals", proposal))).toBe("201");
    await sweepDocumentFiles(world.context, null, { signal: never });
    await sweepDocumentFiles(world.context, null, { signal: never }, "9");
    await sweepFiles(world.context, never, "9");
    expect(outcome(await world.bob.get(file.path))).toBe("200");
    expect(outcome(await world.bob.get(proposed.path))).toBe("200");
  });

  it("the same picture sent several times at once is added each time, or may be repeated", async () => {
    const send = (body: Buffer) =>
      Promise.all(Array.from({ length: 8 }, () => upload(world.bob, spec.id, body)));
    for (const { status, body } of await send(png(300, 200))) {
      expect(status).toBe(201);
      expect(outcome(await world.bob.get(body.file.path))).toBe("200");
    }
    for (const answer of await send(png(301, 200, true)))
      expect(["201", "503 unavailable"]).toContain(outcome(answer));
  });

  it("a repeated upload under one key is one picture", async () => {
    const headers = { ...formHeaders, "idempotency-key": "picture-1" };
    const send = () => world.bob.post(`/v1/documents/${spec.id}/files`, pictureForm(), headers);
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
  });
});
