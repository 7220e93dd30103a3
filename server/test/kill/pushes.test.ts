import { describe, expect, it } from "vitest";
import { databases } from "../databases.ts";
import { standIns } from "../push/stand-in.ts";
import { type Drill, withDrill } from "./drill.ts";
import type { Tree } from "./trees.ts";

const isLong = Boolean(process.env.LONG);
const kills = isLong ? 200 : 2;
const items = isLong ? 200 : 16;
const hours = 3_600_000;
const withoutMarker = new URL("./serve-without-marker.ts", import.meta.url).pathname;
const trackers = Object.keys(standIns) as (keyof typeof standIns)[];

/** Pushes until complete: a job whose process dies repeatedly is given up. */
async function pushWhole(drill: Drill, tree: Tree): Promise<void> {
  const push = () => drill.push(tree, "at any moment", () => drill.killed() < kills);
  let end = await push();
  while (end.includes("ended again and again")) end = await push();
  expect(["pushed", "unchanged"]).toContain(end);
}

// One database only without LONG: starting a service takes a second or two.
describe.each(isLong ? databases : databases.slice(0, 1))("on $database", ({ create }) => {
  it.concurrent.each(trackers)(
    `a push to %s creates each item and each link once, however often its process is killed (${kills} times)`,
    (tracker) =>
      withDrill(create, tracker, async (drill) => {
        while (drill.killed() < kills) {
          const tree = await drill.tree(items);
          await pushWhole(drill, tree);
          expect(await drill.standIn.had(tree.mark)).toEqual(tree.expected);
          expect(await drill.ledger(tree)).toBe("knows each once");
        }
        expect(drill.standIn.violations).toEqual([]);
        expect(await drill.events()).toBe("whole");
      }),
    3 * hours,
  );

  it.concurrent.each(isLong ? trackers : trackers.slice(0, 1))(
    "a push to %s without the search for earlier creates is caught creating items twice",
    (tracker) =>
      withDrill(
        create,
        tracker,
        async (drill) => {
          const tree = await drill.tree(items);
          await drill.push(tree, "after a create was carried out", () => drill.killed() < 1);
          await expect(drill.standIn.had(tree.mark)).rejects.toThrow("doubled");
        },
        withoutMarker,
      ),
    hours,
  );
});
