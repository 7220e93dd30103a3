import { array, assert, boolean, constant, constantFrom, oneof, property, record } from "fast-check";
import { expect, it } from "vitest";
import { type Field, type Fields, fields, type Item, type RemoteItem } from "../../trackers/tracker.ts";
import { type Comparison, compare, type LastSynced, lastSyncedAfter, lastSyncedOf } from "./compare.ts";

/** This tracker writes everything in small letters. */
const kept = (value: string) => value.toLowerCase();

const itemOf = ({ title, text, effort }: Fields): Item => ({
  ...{ kind: "item", title, text, effort: effort === "" ? null : Number(effort), status: null },
  ...{ handle: "PLAN-1 / SPEC-1", identity: { clientId: "", marker: "" } },
  parent: { container: null, items: [] },
});
const remoteItemOf = (there: Fields): RemoteItem => ({
  ...{ external: { id: "1", number: 1, key: "X-1", url: "" }, fields: { ...there } },
  ...{ status: "TODO", readOnlyReason: null, updatedAt: "" },
});
const said = (item: Item, field: Field) => (field === "effort" ? String(item.effort ?? "") : item[field]);
const says = (remote: RemoteItem, item: Item, field: Field) =>
  remote.fields[field] === kept(said(item, field));

/** Something here and in the tracker. */
class Meeting {
  readonly here: Fields = { title: "A", text: "B", effort: "1" };
  readonly there: Fields = { title: "a", text: "b", effort: "1" };
  #known: LastSynced = lastSyncedAfter(itemOf(this.here), remoteItemOf(this.there), fields, {});
  #unanswered: { item: Item; held: Field[] } | null = null;

  /** Does what a push does. `lost` says whether its call had no answer, and was carried out or not. */
  push(overwrite: boolean, lost: "no" | "after" | "before") {
    const item = itemOf(this.here);
    const before = remoteItemOf(this.there);
    if (this.#unanswered) {
      const { item: sent, held } = this.#unanswered;
      this.#known = { ...this.#known, ...lastSyncedOf(sent, before, says, held) };
    }
    const compared = compare(
      item,
      before,
      this.#known,
      { matches: says },
      {
        overwrite: overwrite ? fields : [],
      },
    );
    const [write, same, conflicts] = [compared.write, compared.same, compared.conflicts].map((parts) =>
      parts.filter((part) => part !== "status"),
    ) as [Field[], Field[], Field[]];
    if (lost !== "before") for (const field of write) this.there[field] = kept(said(item, field));
    if (lost === "no")
      this.#known = lastSyncedAfter(item, remoteItemOf(this.there), [...same, ...write], this.#known);
    // Where nothing is to be written no call is made, which could stay unanswered.
    const isLost = lost !== "no" && write.length > 0;
    if (!isLost && lost !== "no") this.#known = lastSyncedAfter(item, before, same, this.#known);
    this.#unanswered = isLost ? { item, held: write } : null;
    return { write, same, conflicts, isLost };
  }
}

const values = { title: ["A", "a", "C", "D"], text: ["B", "b", "E"], effort: ["", "1", "2"] } as const;
const edit = constantFrom(...fields).chain((field) =>
  record({ who: constant("we" as const), field: constant(field), value: constantFrom(...values[field]) }),
);
/** `agrees`: they write what we say by now, else something of their own. */
const editThere = record({
  who: constant("people" as const),
  field: constantFrom(...fields),
  agrees: boolean(),
});
const push = record({
  who: constant("push" as const),
  overwrite: boolean(),
  lost: constantFrom("no" as const, "after" as const, "before" as const),
});
const step = oneof({ arbitrary: oneof(edit, editThere), weight: 2 }, push);
const steps = array(step, { maxLength: 30 });
type Step = Parameters<Parameters<typeof step.map>[0]>[0];

interface Push extends Record<keyof Comparison, Field[]> {
  overwrite: boolean;
  /** Fields that say something else here than when a push last noted them, and those that say the same. */
  changed: Field[];
  unchanged: Field[];
  /** Fields that people edited since we last wrote them, or saw that they say what we do. */
  edited: ReadonlySet<Field>;
  /** The fields that people wrote themselves. */
  theirs: ReadonlySet<Field>;
}

/** Plays the steps, and tells what each push did of what there was before. */
function play(played: readonly Step[]): Push[] {
  const meeting = new Meeting();
  const { here, there } = meeting;
  /** The settled value of each field; null where nobody knows what an unanswered call did. */
  const settled: Record<Field, string | null> = { ...here };
  const edited = new Set<Field>();
  const theirs = new Set<Field>();
  return played.flatMap((step, index) => {
    if (step.who === "we") {
      here[step.field] = step.value;
      return [];
    }
    if (step.who === "people") {
      const { field, agrees } = step;
      there[field] = agrees ? kept(here[field]) : String(100 + index);
      edited.add(field);
      theirs[agrees ? "delete" : "add"](field);
      return [];
    }
    const { overwrite, lost } = step;
    const changed = fields.filter((field) => settled[field] !== null && here[field] !== settled[field]);
    const unchanged = fields.filter((field) => here[field] === settled[field]);
    const before = { overwrite, changed, unchanged, edited: new Set(edited), theirs: new Set(theirs) };
    const done = meeting.push(overwrite, lost);
    const noted = done.isLost ? [] : [...done.same, ...done.write];
    for (const field of noted) settled[field] = here[field];
    if (done.isLost) for (const field of [...done.same, ...done.write]) settled[field] = null;
    for (const field of lost === "after" ? done.write : noted) {
      edited.delete(field);
      theirs.delete(field);
    }
    return [{ ...before, ...done }];
  });
}

/** Holds of each push, whatever people and we do before. */
const always = (check: (push: Push) => void) =>
  assert(
    property(steps, (played) => play(played).forEach(check)),
    { numRuns: 2000 },
  );

it("a comparison never writes a field that only the tracker changed, nor one that says the same", () =>
  always(({ write, unchanged }) => {
    expect(write.filter((field) => unchanged.includes(field))).toEqual([]);
  }));

it("a comparison never overwrites what people wrote without being asked to", () =>
  always(({ write, theirs, overwrite }) => {
    if (!overwrite) expect(write.filter((field) => theirs.has(field))).toEqual([]);
  }));

it("a comparison finds conflicts only with what people wrote, even after our own writes were never answered", () =>
  always(({ conflicts, edited }) => {
    expect(conflicts.filter((field) => !edited.has(field))).toEqual([]);
  }));

it("every field that we changed is written, equal already, or reported as a conflict", () =>
  always(({ write, same, conflicts, changed }) => {
    expect([...write, ...same, ...conflicts]).toEqual(expect.arrayContaining(changed));
  }));

it("an edit of people that says what an unanswered call had left in conflict is not taken for ours", () => {
  const [left, written] = play([
    { who: "people", field: "effort", agrees: false },
    { who: "we", field: "effort", value: "" },
    { who: "we", field: "title", value: "C" },
    { who: "push", overwrite: false, lost: "before" },
    { who: "people", field: "effort", agrees: true },
    { who: "we", field: "effort", value: "1" },
    { who: "push", overwrite: false, lost: "no" },
  ]);
  expect(left).toMatchObject({ write: ["title"], conflicts: ["effort"] });
  expect(written).toMatchObject({ write: ["title"], conflicts: [] });
});
