import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { standIns } from "../push/stand-in.ts";
import { type Drill, withDrill } from "./drill.ts";
import type { Tree } from "./trees.ts";

const isLong = Boolean(process.env.LONG);
const kills = isLong ? 200 : 3;
const things = isLong ? 200 : 40;
const hours = 3_600_000;
const withoutMarker = new URL("./serve-without-marker.ts", import.meta.url).pathname;
const trackers = Object.keys(standIns) as (keyof typeof standIns)[];

/** Until it was carried out whole: a job whose process ends again and again is given up. */
async function pushWhole(drill: Drill, tree: Tree): Promise<void> {
  const push = () => drill.push(tree, "at any moment", () => drill.killed() < kills);
  let end = await push();
  while (end.includes("ended again and again")) end = await push();
  expect(["pushed", "unchanged"]).toContain(end);
}

// Without LONG on one database: starting a service takes a second or two.
describe.each(isLong ? databases : databases.slice(0, 1))("on $database", ({ create }) => {
  it.concurrent.each(trackers)(
    `a push to %s has each thing and each edge once, however often its process is killed (${kills} times)`,
    (tracker) =>
      withDrill(create, tracker, async (drill) => {
        while (drill.killed() < kills) {
          const tree = await drill.tree(things);
          await pushWhole(drill, tree);
          expect(await drill.standIn.had(tree.mark)).toEqual(tree.expected);
          expect(await drill.ledger(tree)).toBe("knows each once");
        }
        expect(drill.standIn.violations).toEqual([]);
        expect(await drill.events()).toBe("whole");
      }),
    3 * hours,
  );

  it.concurrent.each(trackers)(
    "a push to %s would be seen to make things twice if it did not look for what it made",
    (tracker) =>
      withDrill(
        create,
        tracker,
        async (drill) => {
          const tree = await drill.tree(things);
          await drill.push(tree, "after a create was carried out", () => drill.killed() < 1);
          await expect(drill.standIn.had(tree.mark)).rejects.toThrow("doubled");
        },
        withoutMarker,
      ),
    hours,
  );
});
