import { array, assert, boolean, constant, constantFrom, oneof, property, record } from "fast-check";
import { it } from "vitest";
import type { Details, RemoteDetails, SingleDetail } from "../../trackers/tracker.ts";
import { compareDetails, detailsBaseAfter, type Terms } from "./compare-details.ts";
import type { DetailsBase } from "./details.ts";

const labelNames = ["api", "Big", "ui"] as const;
type Name = (typeof labelNames)[number];
const single = ["assignee", "dueDate"] as const;

/** Simulates a tracker with its own words. */
const termOf = (value: string | null) => (value === null ? "" : `t-${value}`);
const terms = (details: Details): Terms => ({
  of: (detail: SingleDetail) => ({ value: termOf(String(details[detail] ?? "") || null) }),
  labels: new Map(labelNames.map((name) => [name, termOf(name)])),
});

/** A spec and its issue. */
class Meeting {
  readonly here = {
    assignee: null as string | null,
    dueDate: null as string | null,
    labels: new Set<Name>(),
  };
  readonly there = { assignee: "", dueDate: "", labels: new Set<string>() };
  /** Both values when a push last left them alike. */
  readonly #agreed = { assignee: { here: null, there: "" }, dueDate: { here: null, there: "" } } as Record<
    (typeof single)[number],
    { here: string | null; there: string }
  >;
  /** Labels that somebody put on the issue there, and that the spec didn't have at a push since. */
  readonly #foreign = new Set<string>();
  /** Labels that somebody took off there after a push had brought them. */
  readonly #refused = new Set<string>();
  #base: DetailsBase = { assignee: ["", ""], dueDate: ["", ""] };

  setHere(detail: (typeof single)[number], value: string | null) {
    this.here[detail] = value;
  }

  setThere(detail: (typeof single)[number], value: string | null) {
    this.there[detail] = termOf(value);
  }

  labelHere(name: Name, isOn: boolean) {
    if (isOn) this.here.labels.add(name);
    else this.here.labels.delete(name);
  }

  labelThere(name: Name, isOn: boolean) {
    const term = termOf(name);
    if (isOn && !this.there.labels.has(term)) {
      this.there.labels.add(term);
      this.#refused.delete(term);
      if (!this.#isOurs(name)) this.#foreign.add(term);
    } else if (!isOn && this.there.labels.delete(term)) {
      this.#foreign.delete(term);
      if (this.#isOurs(name)) this.#refused.add(term);
    }
  }

  push(overwrite: boolean) {
    const before = this.#remote();
    const { writes, conflicts } = this.#round(overwrite);
    for (const detail of single) {
      const [here, agreed] = [this.here[detail], this.#agreed[detail]];
      const [isEditedHere, isEditedThere] = [here !== agreed.here, before[detail] !== agreed.there];
      const isWritten = this.there[detail] !== before[detail];
      if (isEditedThere && !overwrite && isWritten) throw new Error(`${detail} of a user was overwritten`);
      if (isEditedHere && !isEditedThere && this.there[detail] !== termOf(here))
        throw new Error(`${detail} did not arrive`);
      if (conflicts.includes(detail) && isWritten)
        throw new Error(`${detail} was written despite its conflict`);
      if (this.there[detail] === termOf(here)) this.#agreed[detail] = { here, there: this.there[detail] };
    }
    for (const name of labelNames) {
      const term = termOf(name);
      const isThere = this.there.labels.has(term);
      if (this.#foreign.has(term) && !isThere) throw new Error(`the users' label ${name} was removed`);
      if (this.#refused.has(term) && isThere) throw new Error(`${name} came back`);
      if (this.here.labels.has(name) && !isThere && !this.#refused.has(term))
        throw new Error(`${name} did not arrive`);
      if (!this.here.labels.has(name) && isThere && !this.#foreign.has(term))
        throw new Error(`${name} was left there`);
      // What both sides have is shared, and what neither has is new when it comes again.
      if (this.here.labels.has(name)) this.#foreign.delete(term);
      else this.#refused.delete(term);
    }
    if (Object.keys(writes).length > 0) this.#expectSettled(overwrite);
  }

  /** A push right after writes nothing. */
  #expectSettled(overwrite: boolean) {
    const { writes } = this.#round(overwrite);
    if (Object.keys(writes).length > 0) throw new Error(`written again: ${JSON.stringify(writes)}`);
  }

  #round(overwrite: boolean) {
    const details: Details = {
      assignee: this.here.assignee,
      dueDate: this.here.dueDate,
      labels: [...this.here.labels].map((name) => ({ name, color: "#000000" })),
    };
    const before = this.#remote();
    const own = terms(details);
    const compared = compareDetails(details, before, this.#base, own, overwrite ? single : []);
    const { assignee, dueDate, labels } = compared.writes;
    if (assignee !== undefined) this.there.assignee = assignee;
    if (dueDate !== undefined) this.there.dueDate = dueDate;
    for (const { name } of labels?.add ?? []) this.there.labels.add(termOf(name));
    for (const term of labels?.remove ?? []) this.there.labels.delete(term);
    const { same, write } = compared;
    this.#base = detailsBaseAfter({ details, same, write, terms: own }, before, this.#remote(), this.#base);
    return compared;
  }

  #remote = (): RemoteDetails => ({
    assignee: this.there.assignee,
    dueDate: this.there.dueDate,
    priority: "",
    labels: [...this.there.labels],
  });

  #isOurs = (name: Name) => this.#base.labels?.some(([known]) => known === name) === true;
}

const value = constantFrom("a", "b", null);
const acts = oneof(
  record({ on: constantFrom("here", "there"), detail: constantFrom(...single), value }),
  record({ on: constantFrom("here", "there"), label: constantFrom(...labelNames), isOn: boolean() }),
  record({ on: constant("push"), overwrite: boolean() }),
);

it("pushes bring each change that nobody contradicts, and neither overwrite nor remove those of users unasked", () => {
  assert(
    property(array(acts, { maxLength: 30 }), (history) => {
      const meeting = new Meeting();
      for (const act of history) {
        if ("overwrite" in act) meeting.push(act.overwrite);
        else if ("detail" in act)
          if (act.on === "here") meeting.setHere(act.detail, act.value);
          else meeting.setThere(act.detail, act.value);
        else if (act.on === "here") meeting.labelHere(act.label, act.isOn);
        else meeting.labelThere(act.label, act.isOn);
      }
      meeting.push(true);
    }),
    { numRuns: 2000 },
  );
});
