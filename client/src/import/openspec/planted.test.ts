import fc from "fast-check";
import { expect, it } from "vitest";
import { planted, withPlanted } from "../text/planted.test-support.ts";
import { lostLines, readAll, repository } from "../text/testing.ts";
import { openSpecIn } from "./format.ts";
import { small } from "./testing.ts";

it.each(Object.keys(small) as (keyof typeof small)[])(
  "keeps each line of %s, and each that is planted into it, or tells it",
  async (path) => {
    await fc.assert(
      fc.asyncProperty(planted, async (lines) => {
        const text = withPlanted(small[path], lines);
        const files = repository({ ...small, [path]: text });
        expect(
          lostLines(await readAll(openSpecIn(files), { archived: "yes" }), text, /^\s*[-*] \[.\] /u),
        ).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);
