import { expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { type Reading, readAll, repository } from "../text/testing.ts";
import { isSpecKit } from "./detect.ts";
import { specKitIn } from "./format.ts";
import { small } from "./testing.ts";

type Files = Parameters<typeof repository>[0];
const read = (files: Files, path = "/repo") => readAll(specKitIn(repository(files)), {}, path);
const specOf = ({ plans }: Reading, reference: string) =>
  plans.flatMap(({ specs = [] }) => specs).find(({ externalRef }) => externalRef === reference) ??
  expect.unreachable();
const ref = (id: string) => `spec-kit:002-login/${id}`;
const idsOf = (content = "") => acceptanceCriteria(content).map(({ id }) => id);
const notices = ({ found, parsed }: Reading) =>
  [found, ...parsed].flatMap((one) =>
    one.notices.map(({ file, line, text, why }) => [file, line, text, why]),
  );
/** A feature of these tasks. */
const ofTasks = (tasks: string) => read({ "specs/a/spec.md": "# A\n", "specs/a/tasks.md": tasks });
const needsIn = ({ plans }: Reading) =>
  Object.fromEntries(
    (plans[1]?.specs ?? []).map(({ externalRef, needsFirst = [] }) => [
      externalRef.slice("spec-kit:a/".length),
      needsFirst.map((need) => need.slice("spec-kit:a/".length)).join(" "),
    ]),
  );

it("makes a plan of each feature, with a spec for each story, one for the requirements, and a sub-plan of tasks", async () => {
  const { found, plans } = await read(small);
  expect(found.root).toEqual({ externalRef: "spec-kit:", name: "repo" });
  expect(
    plans.map(({ externalRef, parentExternalRef, name, status, specs = [] }) => [
      externalRef,
      parentExternalRef,
      name,
      status,
      specs.map((spec) => `${spec.externalRef.replace(/^.*\//u, "")} ${spec.title}`),
    ]),
  ).toEqual([
    [
      "spec-kit:002-login",
      "spec-kit:",
      "Log in",
      "BUILDING",
      ["US1 Password", "US2 Code", "requirements Requirements"],
    ],
    [
      "spec-kit:002-login/tasks",
      "spec-kit:002-login",
      "Log in: tasks",
      "BUILDING",
      [
        "T001 Create the project",
        "T002 Configure the linter",
        "T003 Create the table",
        "T004 Test it in test/a.ts",
        "T005 Write the model",
        "T006 Write the form (depends on T004, T005)",
        "T007 Write the code",
        "T008 Write it down",
      ],
    ],
  ]);
});

it("takes a story's scenarios and the requirements that it names as its criteria, and keeps its priority in the text", async () => {
  const reading = await read(small);
  const story = specOf(reading, ref("US1"));
  expect(acceptanceCriteria(story.content ?? "").map(({ id, text }) => [id, text])).toEqual([
    [null, "**Given** an account, **When** it is right, **Then** they are in"],
    [null, "**Given** an account, **When** it is wrong, **Then** they stay out"],
    ["FR-001", "It MUST keep passwords as hashes"],
  ]);
  expect(story.content).toMatch(/^### User Story 1 - Password \(Priority: P1\)\n/u);
  const others = specOf(reading, ref("requirements"));
  expect(idsOf(others.content)).toEqual(["FR-002", "SC-001"]);
  expect(others.content).toContain("- **Account**: A person");
  expect(reading.plans[0]?.description).toBe(
    "# Feature Specification: Log in\n\n**Feature Branch**: `002-login`\n\n## User Scenarios & Testing *(mandatory)*\n\n### Edge Cases\n\n- What happens offline?\n\n## Risks\n\nFew.",
  );
});

it("makes criteria of requirements below headings in other languages and beside a heading of criteria", async () => {
  const reading = await read({
    "specs/a/spec.md":
      "# 登入\n## 使用者情境\n### 使用者故事 1 - 登入 (優先級: P1)\n見 FR-001 至 FR-002。\n\n#### Acceptance Criteria\n- 可以登入\n## 需求\n### 功能需求\n- **FR-001**: 一\n- **FR-002**: 二\n- **FR-003**: 三\n",
  });
  expect(specOf(reading, "spec-kit:a/US1").title).toBe("登入");
  expect(idsOf(specOf(reading, "spec-kit:a/US1").content)).toEqual([null, "FR-001", "FR-002"]);
  expect(idsOf(specOf(reading, "spec-kit:a/requirements").content)).toEqual(["FR-003"]);
});

it("orders tasks as their phases do: Setup, Foundational, each story by itself, Polish", async () => {
  const reading = await read(small);
  const needs = (id: string) =>
    specOf(reading, ref(id)).needsFirst?.map((need) => need.replace(/^.*\//u, ""));
  expect(
    ["T001", "T002", "T003", "T004", "T005", "T006", "T007", "T008"].map((id) => [id, needs(id)]),
  ).toEqual([
    ["T001", []],
    ["T002", []],
    ["T003", ["T001", "T002"]],
    ["T004", ["T003"]],
    ["T005", ["T003"]],
    ["T006", ["T004", "T005"]],
    ["T007", ["T003"]],
    ["T008", ["T006", "T007"]],
  ]);
  expect(needs("US1")).toEqual(["T004", "T005", "T006"]);
  expect(needs("US2")).toEqual(["T007"]);
});

it("lets a task without [P] need the one before it in its phase, and reads what tasks say they depend on", async () => {
  const reading = await ofTasks(
    "## Phase 1: Work\n- [ ] T001 A\n- [ ] T002 B\n- [ ] T003 [P] C\n- [ ] **T004** [P] D (depends on T001-T002)\n- [ ] T005 [P] E\n  - Dependencies: T003, T004\n- [ ] T006 F\n",
  );
  expect(needsIn(reading)).toEqual({
    T001: "",
    T002: "T001",
    T003: "",
    T004: "T001 T002",
    T005: "T003 T004",
    T006: "T005",
  });
});

it("takes boxes as the statuses of tasks, and these for their stories", async () => {
  const reading = await read(small);
  const status = (id: string) => specOf(reading, ref(id)).status;
  expect(["T001", "T005", "US1", "US2", "requirements"].map(status)).toEqual([
    "DONE",
    "TODO",
    "IN_PROGRESS",
    "TODO",
    "IN_PROGRESS",
  ]);
  expect(specOf(reading, ref("T005")).content).toBe(
    "Part of: Phase 3: User Story 1 - Password (Priority: P1) › Implementation for User Story 1 · [P] [US1]\n\n- with a key",
  );
});

it("takes the other files of a feature as context, and the constitution as instructions", async () => {
  const { found, plans } = await read(small);
  expect(
    plans[0]?.sources?.map(({ externalRef, kind, folderPath }) => [
      externalRef.replace(/^.*files\//u, ""),
      kind,
      folderPath,
    ]),
  ).toEqual([
    ["contracts/api.yaml", "contract", "contracts"],
    ["data-model.md", "data model", ""],
    ["plan.md", "plan", ""],
    ["quickstart.md", "quickstart", ""],
    ["research.md", "research", ""],
  ]);
  expect(found.instructions).toEqual({
    file: ".specify/memory/constitution.md",
    text: "# Shop Constitution\n\nTests come first.",
  });
  const template = { ...small, ".specify/memory/constitution.md": "# [PROJECT_NAME] Constitution\n" };
  const unfilled = await read(template);
  expect(unfilled.found.instructions).toBeUndefined();
  expect(notices(unfilled)[0]?.[3]).toBe("not imported: it is the template, which nobody has filled in");
});

it("tells double ids, dangling ids and circles by their lines, and imports the rest", async () => {
  const reading = await ofTasks(
    "## Phase 1: Setup\n- [ ] T001 A (depends on T002)\n- [ ] T002 B (depends on T009)\n- [ ] T002 [P] C\n",
  );
  expect(notices(reading).map(([, ...rest]) => rest)).toEqual([
    [4, "T002", "a second task of this id: imported beside the other"],
    [3, "T009", "names no task of the file: left out of the needs"],
    [3, "T002", "its need of T001 closes a circle: left out"],
  ]);
  expect(Object.keys(needsIn(reading))).toEqual(["T001", "T002", "T002-2"]);
});

it("reads older specifications, whose one story has its scenarios under the next heading", async () => {
  const reading = await read({
    "specs/a/spec.md":
      "# Feature Specification: Old\n## User Scenarios & Testing\n### Primary User Story\nPeople come.\n### Acceptance Scenarios\n1. **Given** a, **When** b, **Then** c\n### Edge Cases\nNone.\n",
  });
  const story = specOf(reading, "spec-kit:a/US1");
  expect([story.title, idsOf(story.content)]).toEqual(["Old", [null]]);
  expect(reading.plans[0]?.description).not.toContain("People come");
});

it("finds features by their files, whatever their folders are called, and one alone if it is named", async () => {
  const files = {
    "specs/team/20260925-login/spec.md": "# A\n",
    ".specify/specs/b/plan.md": "# B\n",
    "specs/README.md": "# How\n",
  };
  const all = await read(files);
  expect(all.plans.map(({ externalRef, name }) => [externalRef, name])).toEqual([
    ["spec-kit:team:20260925-login", "A"],
    ["spec-kit:b", "b"],
  ]);
  expect(notices(all)).toEqual([
    ["specs/README.md", 1, "", "not imported: it is in no feature's folder; an export gives it back"],
  ]);
  const one = await read(files, "/repo/specs/team/20260925-login/spec.md");
  expect([one.found.root, one.plans.map(({ name }) => name)]).toEqual([null, ["A"]]);
  await expect(read({ ".specify/templates/spec.md": "" })).rejects.toThrow(
    "/repo holds no feature of spec-kit",
  );
  await expect(read({ "openspec/specs/a/spec.md": "" })).rejects.toThrow("/repo has no features of spec-kit");
});

it("gives every file to one plan, those of no feature to the first one's", async () => {
  const { plans, parsed } = await read(small);
  const own = Object.keys(small).sort();
  expect(plans.flatMap(({ files = [] }) => files).sort()).toEqual(own);
  expect(parsed.flatMap(({ files = [] }) => files.map(({ path }) => path)).sort()).toEqual(own);
});

it("keeps front matter as fields at the end of the plan's description", async () => {
  const { plans } = await read({ "specs/a/spec.md": "---\nowner: ann\n---\n# Feature Specification: A\n" });
  expect(plans[0]).toMatchObject({ name: "A" });
  expect(plans[0]?.description).toBe(
    "# Feature Specification: A\n\n## Imported fields\n\n```yaml\nowner: ann\n```",
  );
});

it("is found where a feature is, and not where only the tool is or another format", async () => {
  const isAt = (files: Files, path = "/repo") => isSpecKit(repository(files), path);
  expect(await isAt(small)).toBe(true);
  expect(await isAt(small, "/repo/specs/002-login/contracts")).toBe(true);
  expect(await isAt({ ".specify/memory/constitution.md": "# A\n" })).toBe(false);
  expect(await isAt({ "openspec/specs/a/spec.md": "# A\n" }, "/repo/openspec")).toBe(false);
});
