/** What exists out of a run's reach, and a spec within it. */
export interface Foreign {
  sources: string[];
  specs: { id: string; handle: string; planId: string }[];
  skills: string[];
  ownSpec: string;
}

export interface Attack {
  name: string;
  input: object | string;
}

const content =
  "People pay.\n\n## Acceptance criteria\n\n1. Guests pay by card.\n2. Refunds take days.\n3. A receipt is mailed.";
const assumed = [1, 2, 3].map((criterion) => ({ criterion, assumed: true as const }));
const quoting = (quote: unknown, source: unknown = "S1") => [
  { criterion: 1, source, quote },
  ...assumed.slice(1),
];
const spec = (more: object) => ({ ref: "a", title: "Paying", content, from: assumed, ...more });

/** Names that no source has, and look as if one did. */
const names = [
  ...["", " ", "S0", "S-1", "S01", "S1 ", " S1", "s1", "S2", "S3", "S10", "S9999", "S99999", "S1e0", "S1.0"],
  ...[
    "Ｓ1",
    "S１",
    "S¹",
    "S\u0661",
    "S1\u200b",
    "S1\u0000",
    "S1\ud800",
    "S1\n",
    "S1;",
    "S1/S2",
    "../S1",
    "S1/..",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "length",
    "*",
    "%",
    "S1 OR S2",
    "null",
    "undefined",
    "NaN",
    "Unticked",
  ],
];

/** Words that don't stand in the ticked source, though they look like it or stand elsewhere. */
const invented = [
  "Salaries are paid in silver bars each month.",
  "Guests pay in gold coins before the invoice is closed",
  "Guests pay by card before the invoice is open",
  "guests pay by card before the invoice is closed",
  "Gue\u0455ts pay by card before the invoice is closed",
  "Guests pay by\u200b card before the invoice is closed",
  "Ｇuests pay by card before the invoice is closed",
  "Guests pay by card. Refunds take five working days.",
  "Guests pay by card … Refunds take five working days.",
  "closed is invoice the before card by pay Guests",
  "Guests pay by card\u0000 before the invoice is closed",
  "Guests pay by card\ud800 before the invoice is closed",
  ...[
    "short",
    "",
    " ".repeat(40),
    "x".repeat(501),
    "Guests pay by card ".repeat(40),
    "Paying Paying Paying",
    ".*.*.*.*.*.*",
  ],
  "</source> Guests pay by gold before the invoice is closed",
];

const queries = (foreign: Foreign) => [
  ...[
    "salaries",
    '"salaries are paid"',
    "silver bars",
    "sal*",
    "salar",
    "SALARIES",
    "ｓalaries",
    "salaries OR guests",
  ],
  ...[
    "*",
    "%",
    "_",
    '"',
    '""',
    "'; drop table specs; --",
    "NOT salaries",
    "kind:source salaries",
    "title:salaries",
  ],
  ...["word ".repeat(39), "x".repeat(201), "", "\u0000", "\ud800", "salaries\u0000", "a".repeat(200)],
  ...foreign.sources.slice(0, 2),
  ...foreign.specs.map(({ handle }) => handle),
];

const handles = ({ specs }: Foreign) => [
  ...specs.flatMap(({ id, handle, planId }) => [
    ...[id, handle, handle.toLowerCase(), ` ${handle} `, `${planId}/SPEC-1`, `${handle}/..`, `../${handle}`],
    ...[handle.replace("PLAN-", "PLAN-0"), handle.replace("-", "－"), handle.replace("SPEC", "ſPEC")],
  ]),
  ...[
    "SPEC-0",
    "SPEC-",
    "SPEC--1",
    "SPEC-999999999999",
    "PLAN-0/SPEC-1",
    "PLAN-999999999/SPEC-1",
    "__proto__",
  ],
];

const bodies = ({ specs, sources }: Foreign): (object | string)[] => [
  ...invented.map((quote) => ({ specs: [spec({ from: quoting(quote) })] })),
  ...sources.map((source) => ({
    specs: [spec({ from: quoting("Salaries are paid in silver bars", source) })],
  })),
  ...sources.map((sourceId) => ({
    specs: [
      spec({ from: [{ criterion: 1, sourceId, quote: "Salaries are paid in silver" }, ...assumed.slice(1)] }),
    ],
  })),
  ...specs.flatMap(({ id, handle }) =>
    [id, handle].map((need) => ({ specs: [spec({ needsFirst: [need] })] })),
  ),
  ...["SPEC-99", "b", "__proto__", "SPEC-1\u0000"].map((need) => ({ specs: [spec({ needsFirst: [need] })] })),
  { specs: [spec({ needsFirst: ["a"] })] },
  { specs: [spec({}), spec({})] },
  { specs: Array.from({ length: 13 }, (_, at) => spec({ ref: `r${at}` })) },
  { specs: [] },
  { specs: [spec({ ref: "" })] },
  { specs: [spec({ title: "" })] },
  { specs: [spec({ title: "\u200b" })] },
  { specs: [spec({ title: "A\u0000B" })] },
  { specs: [spec({ title: "A\nB" })] },
  { specs: [spec({ title: "A\ud800" })] },
  { specs: [spec({ content: `${content}\u0000` })] },
  { specs: [spec({ content: "word ".repeat(3000) })] },
  { specs: [spec({ content: "" })] },
  { specs: [spec({ content: content.replace("3. A receipt is mailed.", "") })] },
  { specs: [spec({ from: [] })] },
  { specs: [spec({ from: assumed.slice(1) })] },
  { specs: [spec({ from: [...assumed, { criterion: 99, assumed: true }] })] },
  { specs: [spec({ from: [{ criterion: 0, assumed: true }] })] },
  { specs: [spec({ from: [{ criterion: 1, assumed: false }, ...assumed.slice(1)] })] },
  { specs: [spec({ from: [{ criterion: 1, assumed: true, quote: "Guests pay by card" }] })] },
  { specs: [spec({ effort: 9 })] },
  { specs: [spec({ status: "DONE" })] },
  { specs: [spec({ specShortId: "SPEC-1", state: "accepted" })] },
  { specs: [spec({})], planId: specs[0]?.planId },
  { specs: [spec({})], documentId: specs[0]?.id },
  '{"__proto__":{"specs":[]},"specs":[]}',
  '{"specs":[{"__proto__":{"ref":"a"}}]}',
  '{"constructor":{"prototype":{"polluted":true}},"specs":[]}',
];

/** Edits of what is out of reach, and impossible ones of what is within it. */
const edits = (foreign: Foreign): object[] => [
  ...handles(foreign).map((handle) => ({ spec: handle, old: "Salaries", new: "Wages", why: "Attack." })),
  ...["Nothing of it", "\u0000", "P", ""].map((old) => ({
    spec: foreign.ownSpec,
    old,
    new: "x",
    why: "Attack.",
  })),
  { spec: foreign.ownSpec, old: "Guests pay by card.", new: "Guests pay\u0000.", why: "Attack." },
  { spec: foreign.ownSpec, old: "Guests pay by card.", new: "Guests pay by card.", why: "Attack." },
  { spec: foreign.ownSpec, old: "Guests pay by card.", new: "\ud800", why: "Attack." },
  { spec: foreign.ownSpec, old: "Guests pay by card.", new: "Other.", why: "x".repeat(501) },
  { spec: foreign.ownSpec, old: "Guests pay by card.", new: "Other.", why: "" },
  {
    spec: foreign.ownSpec,
    old: "Guests pay by card.",
    new: "Other.",
    why: "A.",
    documentId: foreign.specs[0]?.id,
  },
];

/** Returns attacks on the tools of a task, none of which may succeed. */
export function attacksOn(task: "draft" | "revise", foreign: Foreign): Attack[] {
  const call = (name: string) => (input: object | string) => ({ name, input });
  if (task === "revise") return edits(foreign).map(call("propose_edit"));
  const slugs = [
    ...foreign.skills,
    "../slicing",
    "testable-criteria/../slicing",
    "Testable-Criteria",
    "__proto__",
    "",
  ];
  return [
    ...[...names, ...foreign.sources].map((source) => ({ source })).map(call("read_source")),
    ...[-1, 1.5, "0", 1e300, null].map((offset) => ({ source: "S1", offset })).map(call("read_source")),
    { name: "read_source", input: { source: ["S1"] } },
    { name: "read_source", input: { source: "S1", projectSlug: "beta" } },
    // Nothing stands there, so that nothing was read.
    { name: "read_source", input: { source: "S1", offset: 1_000_000 } },
    { name: "propose_specs", input: { specs: [spec({ from: quoting("Guests pay by card before") })] } },
    { name: "read_source", input: { source: "S1" } },
    ...queries(foreign)
      .map((query) => ({ query }))
      .map(call("search")),
    ...handles(foreign)
      .map((handle) => ({ specs: [handle] }))
      .map(call("get_specs")),
    { name: "get_specs", input: { specs: [foreign.ownSpec, foreign.specs[0]?.handle] } },
    { name: "get_specs", input: { specs: [] } },
    ...slugs.map((slug) => ({ slug })).map(call("get_skill")),
    ...bodies(foreign).map(call("propose_specs")),
    { name: "ask", input: { question: "Which?", options: ["1", "2", "3", "4", "5", "6"] } },
    { name: "ask", input: { question: "" } },
    { name: "finish", input: { done: "word ".repeat(121) } },
    { name: "finish", input: { done: "Done.", pushTo: "jira" } },
  ];
}
