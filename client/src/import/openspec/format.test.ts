import { expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { readAll, repository } from "../text/testing.ts";
import { openSpecIn } from "./format.ts";
import { small } from "./testing.ts";

type Files = Parameters<typeof repository>[0];
const read = (files: Files, path = "/repo", archived = "no") =>
  readAll(openSpecIn(repository(files)), { archived }, path);
const planOf = ({ plans }: Awaited<ReturnType<typeof read>>, reference: string) =>
  plans.find(({ externalRef }) => externalRef === reference) ?? expect.unreachable();

it("makes one plan of the current specs, with a spec for each capability and its scenarios as criteria", async () => {
  const { found, plans } = await read(small);
  expect(found.root).toEqual({ externalRef: "openspec:", name: "repo" });
  expect(
    plans.map(({ externalRef, name, parentExternalRef }) => [externalRef, name, parentExternalRef]),
  ).toEqual([
    ["openspec:specs", "Current specs", "openspec:"],
    ["openspec:add-2fa", "add-2fa", "openspec:"],
    ["openspec:add-2fa/tasks", "add-2fa: tasks", "openspec:add-2fa"],
  ]);
  const [current] = plans;
  const text = small["openspec/specs/auth/spec.md"].trim();
  const source = { path: "openspec/specs/auth/spec.md" };
  expect(current?.specs).toEqual([
    { externalRef: "openspec:specs/auth", title: "auth", status: "DONE", content: text, source },
  ]);
  expect(acceptanceCriteria(text)).toEqual([
    { id: null, text: "Right password\n- **WHEN** it is right\n- **THEN** they are in", line: 11 },
  ]);
});

it("makes a plan of each change: its proposal, what it does to requirements, and a sub-plan of tasks", async () => {
  const reading = await read(small);
  const change = planOf(reading, "openspec:add-2fa");
  expect(change.description).toBe(
    "## Why\nPasswords leak.\n\n## Imported fields\n\n```yaml\nschema: spec-driven\ncreated: 2026-01-02\n```",
  );
  expect(change.specs?.map(({ externalRef, status }) => [externalRef, status])).toEqual([
    ["openspec:add-2fa/auth/Second factor", "IN_PROGRESS"],
    ["openspec:add-2fa/auth/RENAMED/Log in", "IN_PROGRESS"],
  ]);
  expect(change.specs?.[0]?.content).toMatch(
    /^Capability: auth\n\n## ADDED Requirements\n\n### Requirement: /u,
  );
  expect(change.specs?.[1]?.content).toMatch(/## RENAMED Requirements\n\n- FROM: .*\n- TO: /u);
  expect(change.sources).toEqual([
    expect.objectContaining({
      externalRef: "openspec:add-2fa/files/design.md",
      kind: "design",
      title: "How",
    }),
  ]);
  expect(reading.parsed[1]?.notices).toEqual([
    expect.objectContaining({ file: "openspec/changes/add-2fa/.openspec.yaml", line: 1 }),
  ]);
});

it("takes the boxes of tasks as statuses, and the order of their groups as needs", async () => {
  const tasks = planOf(await read(small), "openspec:add-2fa/tasks");
  const ref = (id: string) => `openspec:add-2fa/tasks/${id}`;
  expect(
    tasks.specs?.map(({ externalRef, title, status, needsFirst }) => [
      externalRef,
      title,
      status,
      needsFirst,
    ]),
  ).toEqual([
    [ref("1.1"), "Add the table", "DONE", []],
    [ref("1.2"), "Add the code", "TODO", []],
    [ref("2.1"), "Test it", "TODO", [ref("1.1"), ref("1.2")]],
    [ref("write-it-down"), "Write it down", "TODO", [ref("1.1"), ref("1.2")]],
  ]);
  expect(tasks.specs?.[1]?.content).toBe("Part of: 1. Build\n\n- [ ] with a key\n\nand more");
  expect(tasks.description).toBe("## 1. Build\n\n\n## 2. Check");
});

it("names the places of parts in bytes, with any line ends", async () => {
  const crlf = Object.fromEntries(
    Object.entries(small).map(([path, text]) => [path, `\uFEFF${text.replaceAll("\n", "\r\n")}`]),
  );
  const { plans, parsed } = await read(crlf);
  const bytes = new Map(parsed.flatMap(({ files = [] }) => files.map((file) => [file.path, file.bytes])));
  for (const { specs = [] } of plans)
    for (const { source, title } of specs) {
      if (source?.from === undefined) continue;
      const part = new TextDecoder().decode(bytes.get(source.path)?.slice(source.from, source.to));
      expect(part.replace(/\s+/gu, " ")).toContain(title);
      expect(part).not.toMatch(/^\s/u);
    }
});

it("gives every file to one plan, those of archived changes to the current specs", async () => {
  for (const archived of ["no", "yes"]) {
    const { plans, parsed } = await read(small, "/repo", archived);
    expect(plans.flatMap(({ files = [] }) => files).sort()).toEqual(Object.keys(small).sort());
    expect(parsed.flatMap(({ files = [] }) => files.map(({ path }) => path)).sort()).toEqual(
      Object.keys(small).sort(),
    );
  }
});

it("imports archived changes only with --archived, under the names that they had", async () => {
  const { found, plans } = await read(small);
  expect(found.notices.map(({ why }) => why)).toEqual([
    "not imported: it is archived; --archived imports it",
  ]);
  expect(plans).toHaveLength(3);
  const archived = planOf(await read(small, "/repo", "yes"), "openspec:first");
  expect(archived.name).toBe("2026-01-01-first");
});

it("takes a change alone if it is named, from any folder or file of it", async () => {
  for (const path of ["/repo/openspec/changes/add-2fa", "/repo/openspec/changes/add-2fa/specs/auth"]) {
    const { found, plans } = await read(small, path);
    expect(found.root).toBeNull();
    expect(plans.map(({ externalRef }) => externalRef)).toEqual([
      "openspec:add-2fa",
      "openspec:add-2fa/tasks",
    ]);
    expect(plans[1]?.files).toEqual(["openspec/changes/add-2fa/tasks.md"]);
  }
  expect((await read(small, "/repo/openspec/specs/auth")).plans.map(({ name }) => name)).toEqual([
    "Current specs",
  ]);
});

it("takes what the folder says of the project as its context", async () => {
  const { found } = await read(small);
  expect(found.context).toEqual([
    expect.objectContaining({
      externalRef: "openspec:project/project.md",
      title: "Project",
      folderPath: "openspec",
    }),
  ]);
});

it("tells second names, sections that aren't the format's and unknown marks by their lines, and imports all", async () => {
  const { plans, parsed } = await read({
    "openspec/changes/a/specs/x/spec.md":
      "## ADDED Requirements\n### Requirement: A\n### Requirement: A\n## Risks\nNone.\n",
    "openspec/changes/a/tasks.md": "- [?] 1.1 One\n- [ ] 1.1 Two\n",
  });
  expect(plans.flatMap(({ specs = [] }) => specs.map(({ externalRef }) => externalRef))).toEqual([
    "openspec:a/x/A",
    "openspec:a/x/A-2",
    "openspec:a/tasks/1.1",
    "openspec:a/tasks/1.1-2",
  ]);
  expect(
    parsed.flatMap(({ notices }) => notices).map(({ file, line, text }) => [file.slice(19), line, text]),
  ).toEqual([
    ["tasks.md", 1, "[?]"],
    ["tasks.md", 2, "1.1 Two"],
    ["specs/x/spec.md", 4, "Risks"],
    ["specs/x/spec.md", 3, "A"],
  ]);
  expect(plans[0]?.description).toBe("## specs/x/spec.md\n\n## Risks\nNone.");
});
