import { createHash } from "node:crypto";
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

/** SHA-256 of each release but the newest. Add a line when a new release begins, and change none. */
const released: Record<string, string> = {
  "0.1.0": "a5a22cd467907ac6a96b0c7c1eadedceaa9ce1f242cedf8a48f3499d2e820bc8",
};

test("a release that is out keeps its entry: later changes are in a later release", () => {
  const hashes = changelog
    .slice(1)
    .map((release) => [release.version, createHash("sha256").update(JSON.stringify(release)).digest("hex")]);
  expect(Object.fromEntries(hashes)).toEqual(released);
});

test("all packages carry the service's version", () => {
  for (const folder of ["contract", "client", "server", "cli"]) {
    const manifest = JSON.parse(
      readFileSync(new URL(`../../${folder}/package.json`, import.meta.url), "utf8"),
    );
    expect(manifest.version ?? version, folder).toBe(version);
  }
});
