import { expect, it } from "vitest";
import { backlogIn } from "../backlog/format.ts";
import { openSpecIn } from "../openspec/format.ts";
import { specKitIn } from "../spec-kit/format.ts";
import { readAll, repository } from "./testing.ts";

const many = 20_000;
const texts = {
  headings: "# a\n".repeat(many),
  stories: `${"### User Story 1 - A (Priority: P1)\n".repeat(2000)}`,
  "an open heading": `## User Story 1 ${"(P".repeat(many)}`,
  boxes: "- [ ] T001 [P] A (depends on T001, T002\n".repeat(2000),
  "parallel tasks": Array.from(
    { length: 4000 },
    (_, n) => `${n % 2000 ? "" : `## Phase ${n}\n`}- [ ] T${n} [P] A`,
  ).join("\n"),
  fences: "```a\n".repeat(many),
  "blank lines": `- **FR-001**: a${"\n".repeat(many)}`,
  dashes: `---\n${"a: |\n".repeat(many)}`,
  "front matter": `---\n${"a:\n  - b\n".repeat(many)}---\n`,
  requirements: "### Requirement: A\n#### Scenario: B\n".repeat(3000),
  comments: `<!-- COMMENTS:BEGIN -->\n${"---\n".repeat(many)}`,
  spaces: `- [ ] ${" ".repeat(many)}x`,
};

it.each(Object.entries(texts))("reads a file of many %s without delay", async (_name, text) => {
  const readings = [
    readAll(specKitIn(repository({ "specs/a/spec.md": text, "specs/a/tasks.md": text })), {}),
    readAll(
      openSpecIn(repository({ "openspec/specs/a/spec.md": text, "openspec/changes/b/tasks.md": text })),
      {},
    ),
    readAll(backlogIn(repository({ "backlog/config.yml": text, "backlog/tasks/a-1 - A.md": text })), {}),
  ];
  for (const { plans } of await Promise.all(readings)) expect(plans.length).toBeGreaterThan(0);
});
