import { assert, constantFrom, oneof, property, record, array, constant, boolean } from "fast-check";
import { expect, it } from "vitest";
import { compare, type Known, knownAfter, knownOf } from "./compare.ts";
import { type Field, fields, type Item, type Seen } from "./trackers/tracker.ts";

/** A tracker that writes texts in its own way: all in small letters. */
const kept = (value: string) => value.toLowerCase();

const itemOf = (said: Record<Field, string>): Item => ({
  sort: "item",
  title: said.title,
  text: said.text,
  effort: said.effort === "" ? null : Number(said.effort),
  handle: "PLAN-1 / SPEC-1",
  identity: { clientId: "", mark: "" },
  parent: { container: null, items: [] },
});

const seenOf = (there: Record<Field, string>): Seen => ({
  external: { id: "1", number: 1, key: "X-1", url: "" },
  fields: { ...there },
  status: "TODO",
  shut: null,
  updatedAt: "",
});

const valueOf = (item: Item, field: Field) => (field === "effort" ? String(item.effort ?? "") : item[field]);
const says = (seen: Seen, item: Item, field: Field) => seen.fields[field] === kept(valueOf(item, field));

/** An item here and there, and what is remembered of it, as a push goes about it. */
function meeting() {
  const here = { title: "A", text: "B", effort: "1" };
  const there = { title: "a", text: "b", effort: "1" };
  let known: Known = knownAfter(itemOf(here), seenOf(there), fields, {});
  let unanswered: Item | null = null;
  /** Fields that people wrote last and no push has taken note of. */
  const theirs = new Set<Field>();
  const ours = new Set<Field>();
  const pushed: Record<Field, string> = { ...here };
  return {
    here,
    there,
    theirs,
    edit(field: Field, value: string) {
      here[field] = value;
    },
    editThere(field: Field, value: string) {
      if (there[field] === value) return;
      there[field] = value;
      theirs.add(field);
      ours.delete(field);
    },
    /** `lost`: whether the answer to what it writes comes, and whether the call was carried out. */
    push(overwrite: boolean, lost: "no" | "after" | "before") {
      const item = itemOf(here);
      if (unanswered) known = { ...known, ...knownOf(unanswered, seenOf(there), says) };
      unanswered = null;
      const compared = compare(item, seenOf(there), known, says, overwrite);
      const changed = fields.filter((field) => here[field] !== pushed[field]);
      if (lost !== "before") {
        for (const field of compared.write) {
          there[field] = kept(valueOf(item, field));
          theirs.delete(field);
        }
      }
      if (lost === "no") known = knownAfter(item, seenOf(there), [...compared.same, ...compared.write], known);
      else unanswered = item;
      if (lost === "no")
        for (const field of [...compared.same, ...compared.write]) {
          pushed[field] = here[field];
          theirs.delete(field);
        }
      return { ...compared, changed };
    },
  };
}

const field = constantFrom(...fields);
const edits = { title: ["A", "a", "C", "D"], text: ["B", "b", "E"], effort: ["", "1", "2"] } as const;
const values = (of: Field) => edits[of];
const pick = field.chain((one) => record({ field: constant(one), value: constantFrom(...values(one)) }));
const step = oneof(
  record({ do: constant("here" as const), what: pick }),
  record({ do: constant("there" as const), what: pick }),
  record({
    do: constant("push" as const),
    overwrite: boolean(),
    lost: constantFrom("no" as const, "after" as const, "before" as const),
  }),
);
