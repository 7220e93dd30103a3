import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { importPlans } from "@groundplan/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { disk } from "../../../../../cli/src/import/disk/disk.ts";
import type { Caller } from "../../../../../client/src/import/caller.ts";
import type { Files } from "../../../../../client/src/import/files.ts";
import { givenFiles } from "../../../../../client/src/import/given-files.ts";
import { importAll } from "../../../../../client/src/import/import-all.ts";
import { kiroIn } from "../../../../../client/src/import/kiro/format.ts";

const samples = join(import.meta.dirname, "../../../../../../shared/samples/kiro-cc-sdd");
const requirements = `# Requirements Document

## Introduction
A ferry sells its seats.

### Requirement 1: Seats
**Objective:** As a traveller, I want a seat.

#### Acceptance Criteria
1. WHEN a seat is free THEN the ferry SHALL offer it
2. IF none is THEN it SHALL say so

### Requirement 2: Ünïcode ✓ 席
1. WHEN a THEN b
`;

let top = "";
beforeAll(() => {
  top = join(mkdtempSync(join(tmpdir(), "kiro-")), "harbour");
  write("seats/requirements.md", requirements);
  write("seats/tasks.md", "- [x] 1. Count seats\n  - _Requirements: 1.1_\n- [ ] 2. Sell\n");
  write("seats/design.md", "\uFEFF# How it works\r\nSlowly.\r\n");
  write("seats/research.md", Uint8Array.of(0x66, 0xfc, 0x72));
  write("seats/spec.json", Uint8Array.of(0x7b, 0xff, 0x7d));
  write("seats/pictures/boat.png", "x");
  write("old/crew/requirements.md", requirements.replace("Seats", "Crew"));
  write("broken/requirements.md", Uint8Array.of(0xff, 0xfe));
  write("empty/requirements.md", "Nothing yet.");
  write(`${"long".repeat(55)}/requirements.md`, requirements);
  write("Z/requirements.md", requirements);
  write("../steering/tech.md", "# Technology\nNode.\n");
  write("../steering/notes.txt", "x");
  write("README.md", "x");
});
afterAll(() => rmSync(dirname(top), { recursive: true }));

function write(file: string, bytes: string | Uint8Array): void {
  const path = join(top, ".kiro/specs", file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** Returns a folder's files as a browser lists them, with paths from the folder's name on. */
function given(folder: string): Files {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return givenFiles(
    files.map(({ parentPath, name }) => ({
      file: new File([readFileSync(join(parentPath, name))], name),
      path: join(parentPath, name).slice(dirname(folder).length + 1),
    })),
  );
}

/** Returns the request bodies and messages of an import. */
async function sent(files: Files, path: string, tasks: "top" | "all") {
  const bodies: unknown[] = [];
  const call = async (endpoint: unknown, { body }: { body?: unknown }) => {
    if (endpoint !== importPlans) return { plans: [] };
    bodies.push(body);
    return { import: { dryRun: true, plans: [], sources: [] } };
  };
  const kiro = kiroIn(files);
  const reading = { tasks, order: "yes" as const };
  const options = { dryRun: true, onConflict: "keep" as const };
  // A stub of the two endpoints that a first import calls.
  const target = { client: { call: call as Caller["call"] }, projectSlug: "web", options };
  const { notices, refused } = await importAll(kiro, await kiro.find(path, reading), reading, target);
  return { bodies, notices, refused: refused.map((sentence) => sentence.replace(dirname(top), "")) };
}

it.each(["", ".kiro/specs/seats", ".kiro/specs/Z"])(
  "sends from the browser what the command sends, for the folder harbour/%s",
  async (below) => {
    for (const tasks of ["top", "all"] as const) {
      const folder = join(top, below);
      const fromDisk = await sent(disk(), folder, tasks);
      const fromBrowser = await sent(given(folder), basename(folder), tasks);
      expect(fromDisk.bodies.length).toBeGreaterThan(0);
      expect(JSON.stringify(fromBrowser.bodies)).toBe(
        JSON.stringify(fromDisk.bodies.map(below === "" ? (body) => body : withoutSteering)),
      );
    }
  },
);

/** Given one spec's folder, a browser can't read the steering files. */
const withoutSteering = (body: unknown) => {
  const { sources: _, ...kept } = body as { sources?: unknown };
  return kept;
};

it("reports the same omissions, apart from absolute paths", async () => {
  const fromDisk = await sent(disk(), top, "top");
  const fromBrowser = await sent(given(top), basename(top), "top");
  expect(fromBrowser.notices).toEqual(fromDisk.notices);
  expect(fromBrowser.refused).toEqual(fromDisk.refused.map((sentence) => sentence.replace(": /", ": ")));
  expect(fromBrowser.refused).toHaveLength(2);
});

it.skipIf(!existsSync(samples))(
  "sends the same for a real sample, whose root a browser can't name",
  async () => {
    const path = join(samples, ".kiro");
    const named = (bodies: unknown) => JSON.stringify(bodies).replace('"kiro-cc-sdd"', '"Kiro specs"');
    const fromDisk = await sent(disk(), path, "top");
    expect(named((await sent(given(path), ".kiro", "top")).bodies)).toBe(named(fromDisk.bodies));
  },
);
