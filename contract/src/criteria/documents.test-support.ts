import fc from "fast-check";
import type { Criterion } from "./label.ts";

export type Built = { markdown: string; criteria: Criterion[] };

const WORDS = [
  "the",
  "user",
  "sees",
  "`1. x`",
  "**bold**",
  "結果",
  "a_b",
  "1.5",
  "https://a.b/c",
  "(AC-1:",
  "x:",
  "～",
];
const words = fc
  .tuple(
    fc.constantFrom("When", "全て", "Given:", "*then*", "`if`"),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 5 }),
  )
  .map(([first, rest]) => [first, ...rest].join(" "));

// Blocks after an item's first paragraph, which belong to its text.
const bullets = fc
  .array(words, { minLength: 1, maxLength: 3 })
  .map((texts) => texts.map((text) => `- ${text}`));
const numbers = fc
  .array(words, { minLength: 1, maxLength: 3 })
  .map((texts) => texts.map((text, index) => `${index + 1}. ${text}`));
const nested = fc
  .tuple(words, words)
  .map(([outer, inner]) => [`- ${outer}`, `  1. ${inner}`, `  2. ${inner}`]);
const paragraph = words.map((text) => ["", text]);
const quote = words.map((text) => ["", `> ${text}`, "> 1. quoted"]);
const table = words.map((text) => ["", "| a | b |", "|:-:|---|", `| 1. ${text} | \\| |`, ""]);
const fence = fc
  .constantFrom("```", "~~~~", "```gherkin")
  .map((mark) => [mark, "1. no", "", "## Done when", "  2. no", /^\W+/.exec(mark)?.[0] ?? mark]);
const blocks = fc.array(fc.oneof(bullets, numbers, nested, paragraph, quote, table, fence), { maxLength: 3 });

const label = fc.option(
  fc.record({
    id: fc.tuple(fc.constantFrom("AC", "REQ"), fc.nat(99)).map(([name, number]) => `${name}-${number}`),
    style: fc.constantFrom(
      (id: string) => `${id}: `,
      (id: string) => `**${id}:** `,
      (id: string) => `**${id}**: `,
    ),
  }),
);

const criterion: fc.Arbitrary<Built> = fc
  .record({
    number: fc.nat(999),
    delimiter: fc.constantFrom(".", ")"),
    gap: fc.constantFrom(" ", " ", "  "),
    box: fc.constantFrom("", "", "[ ] ", "[x] ", "[X] "),
    label,
    first: words,
    wrapped: fc.array(fc.record({ text: words, lazy: fc.boolean() }), { maxLength: 2 }),
    blocks,
    further: fc.nat(3),
  })
  .map(({ number, delimiter, gap, box, label: named, first, wrapped, blocks: inside, further }) => {
    const marker = `${number}${delimiter}${gap}`;
    const margin = " ".repeat(marker.length);
    const lines = [`${marker}${box}${named ? named.style(named.id) : ""}${first}`];
    for (const { text, lazy } of wrapped) lines.push(lazy ? text : margin + text);
    const tail = inside.flat();
    for (const line of tail) lines.push(line === "" ? "" : margin + " ".repeat(further) + line);
    const text = [[first, ...wrapped.map((part) => part.text)].join(" "), ...tail].join("\n").trimEnd();
    return { markdown: lines.join("\n"), criteria: [{ id: named?.id ?? null, text }] };
  });

const heading = fc.constantFrom(
  { opens: true, level: 1, markdown: "# Acceptance Criteria" },
  { opens: true, level: 2, markdown: "## 3. Acceptance criteria:" },
  { opens: true, level: 2, markdown: "## **Done When** ##" },
  { opens: true, level: 4, markdown: "#### 受け入れ基準" },
  { opens: true, level: 1, markdown: "ACCEPTANCE CRITERIA\n===" },
  { opens: true, level: 2, markdown: "**Done when:**\n---" },
  { opens: false, level: 1, markdown: "# Acceptance criteria evidence" },
  { opens: false, level: 2, markdown: "Notes\n--" },
  { opens: false, level: 3, markdown: "### Definition of done" },
  { opens: false, level: 5, markdown: "##### Done when it works" },
);
// Blocks between the headings that are no criteria next to a numbered list.
const bystander = fc.oneof(
  words,
  bullets.map((lines) => lines.join("\n")),
  fence.map((lines) => lines.join("\n")),
  quote.map((lines) => lines.join("\n")),
  fc.constantFrom(
    "<!--\n1. hidden\n\n# Done when\n-->",
    "- bullet\n  1. inside",
    "    1. code",
    "***",
    "| a |\n|---|\n| 1. b |",
  ),
);
const section = fc.record({
  heading,
  before: fc.array(bystander, { maxLength: 2 }),
  items: fc.array(criterion, { minLength: 1, maxLength: 4 }),
  spacing: fc.constantFrom("\n", "\n\n"),
});

export const documents: fc.Arbitrary<Built> = fc.array(section, { maxLength: 5 }).map((sections) => {
  const parts: string[] = [];
  const criteria: Criterion[] = [];
  let open = 0;
  for (const { heading, before, items, spacing } of sections) {
    if (open === 0 || heading.level <= open) open = heading.opens ? heading.level : 0;
    parts.push(heading.markdown, ...before, items.map((item) => item.markdown).join(spacing));
    if (open > 0) criteria.push(...items.flatMap((item) => item.criteria));
  }
  return { markdown: parts.join("\n\n"), criteria };
});

const FRAGMENTS = [
  ..."a|b c|1.|-|# h|## i|### j|```|~~~|```js|---|***|===|<!-- c|-->|<div>|</div>|<!-- k -->|AC-1: l".split(
    "|",
  ),
  ..."[ ] t|- - -|## Acceptance criteria|Done when|end  |back\\".split("|"),
  ...["", "", ""],
];
const QUOTES = ["> r", ">", "> 1. q", "> ```"];

/**
 * Generates random lines under a heading. `width` and shallow quotes avoid indents about which markdown-it
 * and CommonMark disagree.
 */
export function jumbledLines(width: 3 | 4): fc.Arbitrary<string> {
  const step = " ".repeat(width);
  const deep = fc.constantFrom(
    ...["", "", "", step, step, step + step],
    ...(width === 4 ? ["\t", "\t\t"] : []),
  );
  const shallow = fc.constantFrom("", width === 3 ? step : "");
  const mark = fc.constantFrom("1.", "2.", "3)", "-", "*").map((text) => text.padEnd(width));
  const text = fc.constantFrom(
    "x",
    "**AC-3:** n",
    "AC-2: m",
    "[x] o",
    "- - q",
    "```",
    ...(width === 3 ? ["> p"] : []),
  );
  const line = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(deep, fc.constantFrom(...FRAGMENTS)) },
    { weight: 4, arbitrary: fc.tuple(deep, mark, text) },
    { weight: 1, arbitrary: fc.tuple(shallow, fc.constantFrom(...QUOTES)) },
  );
  return fc.array(line, { maxLength: 10 }).map((lines) => {
    return ["# Acceptance criteria", ...lines.map((parts) => parts.join(""))].join("\n");
  });
}
