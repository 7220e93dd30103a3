import fc from "fast-check";
import { parseTree } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { applyEdits, itemBehind, propertyEdits, removals } from "./object-edits.ts";

const indents = fc.constantFrom(0, 2);
const flags = fc.array(fc.boolean(), { minLength: 1, maxLength: 6 });

describe("edits of JSON", () => {
  it("remove any items of a list, and add one behind one that stays", () => {
    fc.assert(
      fc.property(flags, indents, (isGone, indent) => {
        const items = isGone.map((_, id) => ({ id, text: "a, ]" }));
        const text = JSON.stringify(items, null, indent);
        const nodes = parseTree(text)?.children ?? [];
        const kept = isGone.lastIndexOf(false);
        const after = nodes[kept];
        const edits = removals(
          text,
          nodes.filter((_, index) => isGone[index]),
        );
        const added = after ? [itemBehind(text, after, '{\n  "id": 9\n}')] : [];
        expect(JSON.parse(applyEdits(text, [...edits, ...added]))).toEqual([
          ...items.filter(({ id }) => !isGone[id]),
          ...(after ? [{ id: 9 }] : []),
        ]);
      }),
    );
  });

  it("remove any properties of an object, and set and add others", () => {
    fc.assert(
      fc.property(flags, indents, (isGone, indent) => {
        const values = { first: 0, ...Object.fromEntries(isGone.map((_, n) => [`p${n}`, n])) };
        const text = JSON.stringify(values, null, indent);
        const object = parseTree(text);
        if (!object) throw new Error("no object");
        const gone = isGone.flatMap((is, n) => (is ? [[`p${n}`, null]] : []));
        const set = { ...Object.fromEntries(gone), first: 1, added: "x" };
        const after = Object.entries({ ...values, ...set }).filter(([, value]) => value !== null);
        expect(JSON.parse(applyEdits(text, propertyEdits(text, object, set)))).toEqual(
          Object.fromEntries(after),
        );
      }),
    );
  });

  it("remove an object with those inside of it once", () => {
    const text = '[{"id":1,"below":[{"id":2}]},{"id":3}]';
    const [first] = parseTree(text)?.children ?? [];
    const inside = { offset: text.indexOf('{"id":2'), length: 8 };
    if (!first) throw new Error("no item");
    expect(applyEdits(text, removals(text, [inside, first]))).toBe('[{"id":3}]');
  });
});
