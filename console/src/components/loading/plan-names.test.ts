import { expect, it } from "vitest";
import { withPlanNames } from "./plan-names.ts";

const plans = [
  { shortId: "PLAN-1", name: "Paying" },
  { shortId: "PLAN-12", name: "Shipping" },
];

it.each([
  ["SPEC-1, SPEC-2", "SPEC-1, SPEC-2"],
  ["SPEC-1, PLAN-1/SPEC-2", "SPEC-1, PLAN-1/SPEC-2 (PLAN-1: Paying)"],
  ["PLAN-12 / SPEC-1 → PLAN-12 / SPEC-2", "PLAN-12 / SPEC-1 → PLAN-12 / SPEC-2 (PLAN-12: Shipping)"],
  ["PLAN-1/SPEC-1, PLAN-12/SPEC-1", "PLAN-1/SPEC-1, PLAN-12/SPEC-1 (PLAN-1: Paying; PLAN-12: Shipping)"],
  ["PLAN-3/SPEC-1, of a plan that is not known", "PLAN-3/SPEC-1, of a plan that is not known"],
  ["PLAN-1 Paying is done", "PLAN-1 Paying is done"],
])("The plans mentioned in %j are each named once", (text, named) => {
  expect(withPlanNames(text, plans)).toBe(named);
});
