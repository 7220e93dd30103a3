import { array, assert, boolean, constant, constantFrom, oneof, property, record } from "fast-check";
import { expect, it } from "vitest";
import {
  type Field,
  type Fields,
  fields,
  type Item,
  noDetails,
  type RemoteItem,
} from "../../trackers/tracker.ts";
import { compare, type LastSynced, lastSyncedAfter, lastSyncedOf } from "./compare.ts";

/** Simulates a tracker that lowercases everything. */
const kept = (value: string) => value.toLowerCase();

const itemOf = ({ title, text, effort }: Fields): Item => ({
  kind: "item",
  title,
  text,
  effort: effort === "" ? null : Number(effort),
  status: null,
  details: null,
  handle: "PLAN-1 / SPEC-1",
  identity: { clientId: "", marker: "" },
  parent: { container: null, items: [] },
});
const remoteItemOf = (there: Fields): RemoteItem => ({
  external: { id: "1", number: 1, key: "X-1", url: "" },
  fields: { ...there },
  status: "TODO",
  details: noDetails,
  readOnlyReason: null,
  updatedAt: "",
});
const said = (item: Item, field: Field) => (field === "effort" ? String(item.effort ?? "") : item[field]);
const says = (remote: RemoteItem, item: Item, field: Field) =>
  remote.fields[field] === kept(said(item, field));

/** An item here and in the tracker. */
class Meeting {
  readonly here: Fields = { title: "A", text: "B", effort: "1" };
  readonly there: Fields = { title: "a", text: "b", effort: "1" };
  #known: LastSynced = lastSyncedAfter(itemOf(this.here), remoteItemOf(this.there), fields, {});
  #unanswered: { item: Item; held: Field[] } | null = null;

  /** Simulates a push. `lost`: whether its call was unanswered, and ran or not. */
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
    // Nothing to write means no call that could stay unanswered.
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
/** `agrees`: the edit equals our value. */
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

interface Push extends Record<"same" | "write" | "conflicts", Field[]> {
  overwrite: boolean;
  /** Fields that differ from or equal the last noted value here. */
  changed: Field[];
  unchanged: Field[];
  /** Fields edited since our last write or agreement. */
  edited: ReadonlySet<Field>;
  /** Fields written by users. */
  theirs: ReadonlySet<Field>;
}

/** Plays the steps and reports each push relative to the state before it. */
function play(played: readonly Step[]): Push[] {
  const meeting = new Meeting();
  const { here, there } = meeting;
  /** Each field's settled value; null after an unanswered call. */
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

/** Checks a property of every push. */
const always = (check: (push: Push) => void) =>
  assert(
    property(steps, (played) => play(played).forEach(check)),
    { numRuns: 2000 },
  );

it("a comparison never writes a field that only the tracker changed, nor one that says the same", () =>
  always(({ write, unchanged }) => {
    expect(write.filter((field) => unchanged.includes(field))).toEqual([]);
  }));

it("a comparison never overwrites users' edits without being asked to", () =>
  always(({ write, theirs, overwrite }) => {
    if (!overwrite) expect(write.filter((field) => theirs.has(field))).toEqual([]);
  }));

it("a comparison finds conflicts only with users' edits, even after our own writes were never answered", () =>
  always(({ conflicts, edited }) => {
    expect(conflicts.filter((field) => !edited.has(field))).toEqual([]);
  }));

it("every field that we changed is written, equal already, or reported as a conflict", () =>
  always(({ write, same, conflicts, changed }) => {
    expect([...write, ...same, ...conflicts]).toEqual(expect.arrayContaining(changed));
  }));

it("a user's edit equal to an unanswered call's leftover conflict is not taken for ours", () => {
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
