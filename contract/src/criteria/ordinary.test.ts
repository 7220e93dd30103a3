import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { acceptanceCriteria } from "./read-criteria.ts";

const modules = join(import.meta.dirname, "../../../node_modules");

it("READMEs and changelogs of the dependencies, which have no criteria, give none", () => {
  const files = globSync(["*/{README,readme,CHANGELOG}.md", "@*/*/{README,CHANGELOG}.md"], { cwd: modules });
  expect(files.length).toBeGreaterThan(200);
  const found = files.filter(
    (file) => acceptanceCriteria(readFileSync(join(modules, file), "utf8")).length > 0,
  );
  expect(found).toEqual([]);
});
