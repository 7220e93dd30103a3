import { describe, expect, it } from "vitest";
import { databases } from "../../../test/databases.ts";
import { form, formHeaders } from "../../../test/form.ts";
import { readHere } from "../../../test/read-here.ts";
import { openWorld, type Person } from "../../../test/world.ts";

describe.each(databases)("$database", ({ create }) => {
  it("a workspace's small file is read while another's slow files are, however many wait", async () => {
    const world = await openWorld(create);
    const { alice, mallory, context } = world;
    const release = Promise.withResolvers<void>();
    let slow = 0;
    context.extract = async (document, signal) => {
      if (document.name.startsWith("slow")) {
        slow++;
        await release.promise;
      }
      return readHere(document, signal);
    };
    const upload = async (who: Person, names: string[]): Promise<string[]> => {
      const parts = names.map((file) => ({ file, type: "text/plain", body: "Some words." }));
      const { body } = await who.post("/v1/context/upload", form(parts), formHeaders);
      return body.sources.map(({ id }: { id: string }) => id);
    };
    const stateOf = async (who: Person, id = "") =>
      (await who.get(`/v1/context/${id}`)).body.source.enrichment.status;

    const many = await upload(
      alice,
      Array.from({ length: 10 }, (_, n) => `slow-${n}.txt`),
    );
    await expect.poll(() => slow).toBe(2);
    for (const name of ["one.txt", "two.txt"]) {
      const [small] = await upload(mallory, [name]);
      await expect.poll(() => stateOf(mallory, small)).toBe("done");
    }
    expect(slow, "one workspace has all places but one").toBe(2);
    release.resolve();
    for (const id of many) await expect.poll(() => stateOf(alice, id)).toBe("done");
    await world.close();
  });
});
