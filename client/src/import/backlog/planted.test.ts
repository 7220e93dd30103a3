import fc from "fast-check";
import { expect, it } from "vitest";
import { planted, withPlanted } from "../text/planted.test-support.ts";
import { lostLines, readAll, repository } from "../text/testing.ts";
import { backlogIn } from "./format.ts";
import { small } from "./testing.ts";

/** What becomes fields, and comments. */
const structure =
  /^(?:---|(?:id|title|status|dependencies|milestone|parent_task_id|author|created):.*| {2}- shop-01|## Comments|<!-- COMMENTS:.*)$/u;

/** Of the others the whole file is told. */
const read = Object.keys(small).filter((path) => !/config|archive/u.test(path));

it.each(read as (keyof typeof small)[])(
  "keeps each line of %s, and each that is planted into it, or tells it",
  async (path) => {
    await fc.assert(
      fc.asyncProperty(planted, async (lines) => {
        const text = withPlanted(small[path], lines);
        const files = repository({ ...small, [path]: text });
        expect(lostLines(await readAll(backlogIn(files), { status: "" }), text, structure)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);
