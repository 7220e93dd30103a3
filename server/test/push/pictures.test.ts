import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { form, formHeaders } from "../form.ts";
import { jpeg, png } from "../pictures.ts";
import { patient } from "./patient.ts";
import { eachTracker, keyOf, push, type SmallPlace, smallPlace } from "./pushing.ts";
import { expectOk, openScene, type Scene, startPush, work, workOn } from "./scene.ts";

const longMs = 10 * 60_000;

describe.each(eachTracker)(
  "on $database, pictures of texts pushed to $tracker",
  ({ create, start, tracker }) => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await openScene(create, start, { env: patient });
    }, longMs);
    afterEach(() => expect(scene.standIn.violations).toEqual([]));
    afterAll(() => scene.close());

    const takesPictures = tracker !== "github";
    const mark = tracker === "linear" ? "!" : "";
    /** How a text leads to an address. */
    const leadsTo = (words: string, address: string) =>
      tracker === "jira" ? `"attrs":{"href":"${address}"}` : `${mark}[${words}](${address})`;
    const linkCaveats = (caveats: string[]) => caveats.filter((text) => text.includes("to Groundplan"));

    async function upload(documentPath: string, body: Buffer, name: string): Promise<string> {
      const { spec, plan } = expectOk(await scene.world.alice.get(documentPath)).body;
      const path = `/v1/documents/${(spec ?? plan).id}/files`;
      const answer = await scene.world.alice.post(path, form([{ file: name, body }]), formHeaders);
      return expectOk(answer).body.file.path;
    }

    async function withPicture(
      name = "The quay.png",
    ): Promise<{ place: SmallPlace; spec: string; path: string }> {
      const place = await smallPlace(scene, [{ title: "Quay" }]);
      const spec = place.spec("SPEC-1");
      const path = await upload(spec, png(8, 8), name);
      expectOk(await scene.world.alice.patch(spec, { content: `See ![The quay](${path}).` }));
      return { place, spec, path };
    }
    const sentSince = (before: number) => scene.standIn.files().slice(before);

    it.skipIf(!takesPictures)(
      "are sent once, with their type and bytes, and their text shows or names them",
      async () => {
        const before = scene.standIn.files().length;
        const { place, spec, path } = await withPicture();
        expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
        const [file, ...others] = sentSince(before);
        expect(others).toEqual([]);
        const id = path.slice(-8);
        expect(file).toMatchObject({ name: `The-quay-${id}.png`, type: "image/png", bytes: png(8, 8) });
        const key = await keyOf(scene, spec);
        expect(await scene.standIn.stored(key)).toContain(leadsTo("The quay", file?.address ?? "?"));

        expect((await push(scene, place.plan)).status).toBe("unchanged");
        const more = await upload(spec, jpeg(), "Crane.jpeg");
        const content = `Again ![The quay](${path}), ![](${more}) and \`![code](${path})\`.`;
        expectOk(await scene.world.alice.patch(spec, { content }));
        expect(await push(scene, place.plan)).toMatchObject({ status: "pushed", caveats: [] });
        const all = sentSince(before);
        expect(all.map(({ name }) => name)).toEqual([file?.name, expect.stringMatching(/^Crane-.{8}\.jpg$/)]);
        const stored = await scene.standIn.stored(key);
        for (const { address } of all) expect(stored).toContain(address);
        expect(stored).toContain(`![code](${path})`);
        const { preview } = expectOk(await scene.world.alice.post(`${place.plan}/push`, { dryRun: true }))
          .body.push;
        expect(preview).toEqual([]);
      },
    );

    it.skipIf(takesPictures)("become links to the console, with a caveat", async () => {
      const { place, spec } = await withPicture();
      const { caveats } = await push(scene, place.plan);
      expect(caveats).toEqual([
        expect.stringMatching(/^A picture of .*SPEC-1 is a link to Groundplan: GitHub .*programs\.$/),
      ]);
      const page = spec.replace("/v1", scene.world.context.publicUrl());
      expect(await scene.standIn.stored(await keyOf(scene, spec))).toContain(`See [The quay](${page}).`);
      expect((await push(scene, place.plan)).status).toBe("unchanged");
    });

    it("of another document stay here: the text has a link to the console", async () => {
      const before = scene.standIn.files().length;
      const { path } = await withPicture();
      const place = await smallPlace(scene, [{ title: "Thief", content: `![A](${path})` }]);
      const { caveats } = await push(scene, place.plan);
      expect(caveats).toEqual([expect.stringContaining("a picture belongs to another text")]);
      expect(sentSince(before)).toEqual([]);
    });

    it("of a plan are those of its specs, too", async () => {
      const place = await smallPlace(scene, [{ title: "Quay" }]);
      const path = await upload(place.plan, png(9, 9), "Plan.png");
      expectOk(await scene.world.alice.patch(place.plan, { description: `![Map](${path})` }));
      expectOk(await scene.world.alice.patch(place.spec("SPEC-1"), { content: `![Map](${path})` }));
      const { caveats, status } = await push(scene, place.plan);
      expect(status).toBe("pushed");
      expect(linkCaveats(caveats)).toHaveLength(takesPictures ? 0 : 2);
    });

    it.skipIf(!takesPictures)("that the tracker refuses become links, and the rest is pushed", async () => {
      const before = scene.standIn.files().length;
      const { place, spec } = await withPicture();
      const refusal =
        tracker === "jira"
          ? { status: 413, body: { errorMessages: [], errors: {} } }
          : {
              status: 400,
              body: {
                errors: [{ message: "no", path: ["fileUpload"], extensions: { type: "invalid input" } }],
                data: null,
              },
            };
      scene.standIn.faults.next(scene.standIn.sends, { before: refusal });
      const { caveats, status } = await push(scene, place.plan);
      expect(status).toBe("pushed");
      expect(linkCaveats(caveats)).toEqual([
        expect.stringMatching(/SPEC-1 is a link to Groundplan: [\w ]+ did not take "The quay\.png"/),
      ]);
      expect(sentSince(before)).toEqual([]);
      const page = spec.replace("/v1", scene.world.context.publicUrl());
      expect(await scene.standIn.stored(await keyOf(scene, spec))).toContain(page);
    });

    it.skipIf(!takesPictures)(
      "are shown by one file that is there, whichever call the worker was killed before or after",
      async () => {
        const alone = await withPicture();
        const main = { ...alone.place, main: alone.place.plan, sub: "" };
        await startPush(scene, main);
        expect(await work(scene, null)).toBe("ended");
        const calls = scene.mortal.calls();
        const all = Array.from({ length: calls }, (_, call) => call).flatMap((call) =>
          (["before", "after"] as const).map((when) => ({ call, when })),
        );
        for (const death of process.env.LONG ? all : all.filter((_, n) => n % 3 === 0)) {
          const before = scene.standIn.files().length;
          const { place, spec } = await withPicture(`Quay ${death.call} ${death.when}.png`);
          await startPush(scene, { ...place, main: place.plan, sub: "" });
          expect(await work(scene, death)).toBe("died");
          await workOn(scene);
          const where = `killed ${death.when} call ${death.call}`;
          const stored = await scene.standIn.stored(await keyOf(scene, spec));
          const shown = sentSince(before).filter(({ address }) => stored.includes(address));
          expect(shown, where).toHaveLength(1);
          if (tracker === "jira") expect(sentSince(before), where).toHaveLength(1);
          const { pushes } = expectOk(await scene.world.alice.get(`${place.plan}/pushes`)).body;
          expect(pushes.at(-1), where).toMatchObject({ status: "pushed", caveats: [] });
        }
      },
      longMs,
    );
  },
);
