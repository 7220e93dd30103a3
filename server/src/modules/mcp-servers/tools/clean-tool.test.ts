import fc from "fast-check";
import { expect, it } from "vitest";
import { type CleanTool, cleanTool, shownName } from "./clean-tool.ts";

const listed = {
  name: "get_page",
  description: "Gets a page.",
  inputSchema: { type: "object", properties: { id: { type: "string" }, more: { type: "boolean" } } },
  annotations: { readOnlyHint: true, title: "Get" },
};
const clean = (more: object = {}): CleanTool => {
  const tool = cleanTool({ ...listed, ...more });
  if (typeof tool === "string") throw new Error(tool);
  return tool;
};
const fingerprint = (more: object = {}) => clean(more).fingerprint;

it("a tool counts as reading only if it is marked as read-only", () => {
  const access = (annotations: unknown) => clean({ annotations }).access;
  expect(access({ readOnlyHint: true })).toBe("read");
  for (const annotations of [
    undefined,
    null,
    {},
    { readOnlyHint: "true" },
    { readOnlyHint: 1 },
    [true],
    "read",
  ])
    expect(access(annotations), JSON.stringify(annotations)).toBe("write");
});

it("the fingerprint changes with the visible parts, and not with the order of fields", () => {
  const { id, more } = listed.inputSchema.properties;
  expect(fingerprint({ inputSchema: { properties: { more, id }, type: "object" } })).toBe(fingerprint());
  expect(fingerprint({ _meta: { at: 1 } })).toBe(fingerprint());
  const changes = [
    { description: "Gets a page. " },
    { inputSchema: { ...listed.inputSchema, required: ["id"] } },
    { annotations: { ...listed.annotations, openWorldHint: true } },
    { name: "get_pages" },
  ];
  const all = [fingerprint(), ...changes.map(fingerprint)];
  expect(new Set(all).size).toBe(all.length);
});

it("a server's tool description is stored within limits or left out", () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.constant("\u202e\u0000\u2028x"));
  const schemas = fc.oneof(
    fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.constant(null), fc.nat()), { maxKeys: 5 }),
    fc.nat(30_000).map((length) => ({ type: "object", description: "x".repeat(length) })),
    fc.constantFrom(null, "text", 1, [], { $ref: "#/$defs/a" }, { $ref: "other.json" }),
  );
  fc.assert(
    fc.property(text, text, schemas, schemas, (name, description, schema, more) => {
      const found = cleanTool({
        name,
        description,
        inputSchema: schema,
        annotations: more,
        execution: more,
      });
      const shown = shownName({ name }, 1);
      expect([...shown].length).toBeLessThanOrEqual(128);
      expect(shown).toMatch(/^\P{C}+$/u);
      if (typeof found === "string") return;
      expect(found.name).toMatch(/^[\w.:/-]{1,128}$/);
      expect(found.definition.description).not.toMatch(/[^\P{C}\n\t]|[\u2028\p{Bidi_Control}]/u);
      expect(Buffer.byteLength(JSON.stringify(found.definition))).toBeLessThan(40_000);
    }),
    { numRuns: 100 },
  );
});

it("a schema with excessive nesting is left out without being traversed completely", () => {
  let schema: object = {};
  for (let depth = 0; depth < 100_000; depth++) schema = { schema };
  expect(cleanTool({ ...listed, inputSchema: schema })).toMatch(/nested deeper/);
});
