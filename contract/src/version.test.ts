import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { changelog } from "./changelog.ts";
import { endpoints } from "./endpoints.ts";
import { version } from "./version.ts";

test("the changelog is newest first and starts with this version", () => {
  expect(changelog[0]?.version).toBe(version);
  const dates = changelog.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
});

test("every operation of the contract is in one release of the changelog, and no other is", () => {
  const released = changelog.flatMap(({ operations }) => operations);
  expect(released.toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
});

test("all packages carry the service's version", () => {
  for (const folder of ["contract", "client", "server", "cli"]) {
    const manifest = JSON.parse(
      readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), "utf8"),
    );
    expect(manifest.version ?? version, folder).toBe(version);
  }
});
