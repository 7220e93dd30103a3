import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpTerminal } from "../terminal.test-support.ts";

const story = `# Feature Specification: Login

### User Story 1 - Sign in (Priority: P1)

People sign in.

**Acceptance Scenarios**:

1. **Given** a wrong password, **When** it is sent, **Then** the form says so
`;
const change = `## ADDED Requirements

### Requirement: Sign in
People SHALL sign in.

#### Scenario: Wrong password
- **WHEN** the password is wrong
- **THEN** the form says so
`;
const task = `---
id: task-1
title: Sign in
status: To Do
---

## Acceptance Criteria

- [ ] #1 A wrong password is told
`;
const tasks = { master: { tasks: [{ id: 1, title: "Sign in", status: "pending", subtasks: [] }] } };
const issue = { id: "web-a1", title: "Sign in", status: "open", issue_type: "task", priority: 2 };

const repositories: [args: string[], files: Record<string, string>][] = [
  [
    ["import", "spec-kit"],
    { "specs/001-login/spec.md": story, ".specify/memory/constitution.md": "# Rules\n" },
  ],
  [
    ["import", "openspec"],
    {
      "openspec/changes/add-login/specs/login/spec.md": change,
      "openspec/changes/add-login/proposal.md": "## Why\nPeople.\n",
    },
  ],
  [
    ["import", "backlog"],
    { "backlog/tasks/task-1 - Sign-in.md": task, "backlog/config.yml": "project_name: Web\n" },
  ],
  [["import", "taskmaster"], { ".taskmaster/tasks/tasks.json": JSON.stringify(tasks) }],
  [["import", "beads"], { ".beads/issues.jsonl": `${JSON.stringify(issue)}\n` }],
];

const folder = mkdtempSync(join(tmpdir(), "groundplan-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(databases)("$database: importing each format in the terminal", ({ create }) => {
  const { shown } = setUpTerminal(create);

  it.each(repositories)("`%j` makes a spec, and nothing when it is run again", async (args, files) => {
    const repository = join(folder, args[1] ?? "");
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repository, path)), { recursive: true });
      writeFileSync(join(repository, path), text);
    }
    const project = `of-${args[1]}`;
    await shown("project", "create", project);
    const again = async () => JSON.parse(await shown(...args, repository, "--project", project, "--json"));
    expect((await again()).created).toBeGreaterThan(0);
    expect(await shown("spec", "list", "--project", project)).toContain("Sign in");
    expect(await again()).toMatchObject({ created: 0, updated: 0, conflicts: [] });
  });

  it("`import markdown` brings in what `export markdown` wrote", async () => {
    const [plan = ""] = (await shown("plan", "create", "Launch", "--project", "web")).split(" ");
    await shown("spec", "create", plan, "Sign out");
    const exported = join(folder, "markdown");
    rmSync(exported, { recursive: true, force: true });
    await shown("export", "markdown", plan, exported);
    await shown("project", "create", "copy");
    await shown("import", "markdown", exported, "--project", "copy");
    expect(await shown("spec", "list", "--project", "copy")).toContain("Sign out");
  });
});
