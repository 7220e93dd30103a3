import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compared } from "./graded/graded.test-support.ts";
import { agreementTables } from "./graded/print-agreement.ts";
import { rubricTable } from "./print.ts";
import { distribution, samplesAreThere } from "./samples.test-support.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../../docs/readiness.md"), "utf8");

test("docs/readiness.md contains the current rubric", () => {
  expect(page).toContain(rubricTable());
});

describe.skipIf(!samplesAreThere)("samples (skipped if ../shared is absent)", () => {
  test("are graded as docs/readiness.md says", () => {
    expect(page).toContain(distribution());
  });

  test("and the engineer's specs agree as it says", () => {
    expect(page).toContain(agreementTables(compared("working"), compared("held-out")));
  });
});
