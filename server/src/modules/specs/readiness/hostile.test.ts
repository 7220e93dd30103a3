import { expect, test } from "vitest";
import { readiness } from "./index.ts";

// Texts that would take minutes in quadratic time; a test would then exceed its time limit.

const SIZE = 262_144;
const fill = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);
const UNITS = [
  ...'` [ ( < " “ 「 ~ ? ! . , - _ * # > 1 a é 、 。 あ \t \n \r \0 \uD800 \uFFFC'.split(" "),
  ..."?! !? a? a?. (? ?) ]? *? [a]( ![a](b a( a(b <a ~~a ~~~ `` http https:// TODO FIXME TBD ???".split(" "),
  ...[
    "` `` ``` ",
    "? ",
    "TODO ",
    "to be ",
    "if ",
    "as ",
    "abort",
    "fast ",
    "fail fast ",
    "state of the ",
    "with no ",
  ],
  ...[
    "1 ",
    "1. ",
    "1. a\n",
    "1. fast, etc\n",
    "- a?\n",
    "- [x] a?\n",
    "a?\nno.\n",
    "# Open questions\n- a\n",
    "<!--\n\n",
    "なし",
    "場合",
  ],
];

test.each(UNITS.map((unit) => [JSON.stringify(unit), unit]))(
  "the longest content, of %s, is read",
  (_, unit) => {
    for (const head of ["", "# Done when\n1. With the ", "# Open questions\n"]) {
      const content = head + fill(unit);
      expect(readiness({ title: content, content, effort: 5, danglingNeeds: [] }).readiness).toBeLessThan(5);
    }
  },
);
