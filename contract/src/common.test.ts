import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { clampedInteger, flag, slug, wholeNumber } from "./common.ts";
import type { Input, Request } from "./endpoint.ts";
import type { createPlan, getMe, getPlan, listPlans, pushPlan, resolveDocument } from "./endpoints.ts";

test("an integer outside its range is clamped, whatever its size and sign", () => {
  const limit = clampedInteger(1, 200);
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (value) => {
      const clamped = value < 1n ? 1 : value > 200n ? 200 : Number(value);
      expect(limit.parse(String(value))).toBe(clamped);
    }),
  );
});

test("a value that is not an integer is refused, not clamped", () => {
  for (const wrong of ["", " 5", "5.0", "1e2", "0x10", "five", "NaN", "5;", "--5"]) {
    expect(clampedInteger(1, 200).safeParse(wrong).success, wrong).toBe(false);
    expect(wholeNumber().safeParse(wrong).success, wrong).toBe(false);
  }
  expect(wholeNumber().safeParse("-1").success).toBe(false);
  expect(wholeNumber().parse("0012")).toBe(12);
});

test("a flag is `true` or `false` and nothing else", () => {
  expect([flag().parse("true"), flag().parse("false")]).toEqual([true, false]);
  for (const wrong of ["", "1", "TRUE", "yes", " true"])
    expect(flag().safeParse(wrong).success, wrong).toBe(false);
});

test("a slug is lower-case letters, digits and single hyphens", () => {
  for (const right of ["a", "billing-2", "0"]) expect(slug().parse(right)).toBe(right);
  for (const wrong of ["", "-a", "a-", "a--b", "A", "ä", "a b", "a_b"])
    expect(slug().safeParse(wrong).success, wrong).toBe(false);
});

test("a handler gets checked values, and a client may give numbers and booleans in a query", () => {
  expectTypeOf<Input<typeof createPlan>["body"]["name"]>().toEqualTypeOf<string>();
  expectTypeOf<Input<typeof getMe>["body"]>().toEqualTypeOf<undefined>();
  expectTypeOf<{ params: { projectSlug: string }; query: { limit: number; archived: boolean } }>().toExtend<
    Request<typeof listPlans>
  >();
  expectTypeOf<{ params: { projectSlug: string; planShortId: string } }>().toExtend<
    Request<typeof pushPlan>
  >();
  expectTypeOf<object>().not.toExtend<Request<typeof getPlan>>();
  expectTypeOf<object>().not.toExtend<Request<typeof resolveDocument>>();
  expectTypeOf<{ params: { projectSlug: string } }>().not.toExtend<Request<typeof createPlan>>();
  expectTypeOf<{ body: { name: string } }>().not.toExtend<Request<typeof getMe>>();
});
