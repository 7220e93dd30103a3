import { expect, it } from "vitest";
import { acceptanceCriteria } from "../../../../contract/src/criteria/read-criteria.ts";
import { type Reading, readAll, repository } from "../text/testing.ts";
import { isBacklog } from "./detect.ts";
import { backlogIn } from "./format.ts";
import { small } from "./testing.ts";

type Files = Parameters<typeof repository>[0];
const read = (files: Files, status = "", path = "/repo") =>
  readAll(backlogIn(repository(files)), { status }, path);
const specOf = ({ plans }: Reading, reference: string) =>
  plans.flatMap(({ specs = [] }) => specs).find(({ externalRef }) => externalRef === reference) ??
  expect.unreachable();
const tasks = (tasks: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(tasks).map(([id, front]) => [
      `backlog/tasks/${id} - T.md`,
      `---\nid: ${id}\n${front}\n---\n`,
    ]),
  );
const told = ({ parsed }: Reading) =>
  parsed.flatMap(({ notices }) =>
    notices.map(({ file, line, text, why }) => [file.replace(/^.*\/| - .*$/gu, ""), line, text, why]),
  );

it("makes one plan of the project, one for each milestone by its id or title, and one of drafts that is private", async () => {
  const { found, plans } = await read(small);
  expect(found.root).toBeNull();
  expect(
    plans.map(({ externalRef, parentExternalRef, name, visibility, specs = [] }) => [
      externalRef,
      parentExternalRef,
      name,
      visibility,
      specs.map((spec) => spec.externalRef),
    ]),
  ).toEqual([
    ["backlog:tasks", undefined, "Shop", undefined, ["backlog:SHOP-1"]],
    ["backlog:tasks/m-1", "backlog:tasks", "Payment", undefined, ["backlog:SHOP-2", "backlog:SHOP-3"]],
    ["backlog:drafts", undefined, "Shop: drafts", "PRIVATE", ["backlog:DRAFT-1"]],
  ]);
  expect(plans[1]?.description).toBe(
    "## Description\n\nMoney.\n\n## Imported fields\n\n```yaml\ndue: soon\n```",
  );
});

it("makes a spec of each task: its sections in order, its criteria, then the fields that Groundplan lacks", async () => {
  const spec = specOf(await read(small), "backlog:SHOP-2");
  expect(spec).toMatchObject({
    title: "Pay: by card",
    status: "IN_PROGRESS",
    source: { path: "backlog/tasks/shop-2 - Pay.md" },
  });
  expect(spec.content?.match(/^## .*/gmu)).toEqual([
    "## Description",
    "## Acceptance Criteria",
    "## Risks",
    "## Definition of Done",
    "## Imported fields",
  ]);
  expect(spec.content).toMatch(/```yaml\nassignee:\n {2}- '@ann'\npriority: high\n```$/u);
  expect(acceptanceCriteria(spec.content ?? "").map(({ id, text, checked }) => [id, text, checked])).toEqual([
    ["#1", "A card is charged", true],
    ["#2", "A receipt is sent", false],
  ]);
});

it("reads dependencies and parents in any spelling of the ids", async () => {
  const reading = await read(small);
  expect(specOf(reading, "backlog:SHOP-2").needsFirst).toEqual(["backlog:SHOP-1"]);
  expect(specOf(reading, "backlog:SHOP-3").parentRef).toBe("backlog:SHOP-2");
  expect(specOf(reading, "backlog:DRAFT-1")).toMatchObject({
    needsFirst: ["backlog:SHOP-2"],
    status: "TODO",
  });
  const spelled = await read(
    tasks({ "BACK-07.1": "", "BACK-8": "dependencies: task-7.01, 7.1", "BACK-9": "dependencies: ['8']" }),
  );
  expect(specOf(spelled, "backlog:BACK-8").needsFirst).toEqual(["backlog:BACK-07.1"]);
  expect(specOf(spelled, "backlog:BACK-9").needsFirst).toEqual(["backlog:BACK-8"]);
});

it("takes the blocks below Comments as comments, in both of their forms", async () => {
  expect(specOf(await read(small), "backlog:SHOP-2").comments).toEqual([
    { author: "@ann", at: "2026-05-31T10:10:00Z", text: "First.\n\n## Not a section" },
    { author: "Unknown", at: "2026-06-01T00:00:00Z", text: "Second." },
  ]);
  const old = await read({
    "backlog/tasks/a-1 - A.md":
      "---\nid: A-1\n---\nText.\n\n## Comments\n\n<!-- COMMENTS:BEGIN -->\n<!-- COMMENT:BEGIN -->\nindex: 1\nauthor: bob\ncreated: 2026-01-02T03:04:05+02:00\n\nOne.\n<!-- COMMENT:END -->\n<!-- COMMENTS:END -->\n",
  });
  const spec = specOf(old, "backlog:A-1");
  expect(spec.comments).toEqual([{ author: "bob", at: "2026-01-02T03:04:05+02:00", text: "One." }]);
  expect(spec.content).toBe("Text.");
});

it("leaves comments in the text where a line of them would be lost", async () => {
  for (const comment of [
    "author: bob\n---\nNo date.\n---",
    "created: 2026-01-01\nmood: fine\n---\nText.\n---",
    "Loose.",
  ]) {
    const body = `## Comments\n<!-- COMMENTS:BEGIN -->\n${comment}\n<!-- COMMENTS:END -->`;
    const spec = specOf(
      await read({ "backlog/tasks/a-1 - A.md": `---\nid: A-1\n---\n${body}\n` }),
      "backlog:A-1",
    );
    expect(spec.comments).toBeUndefined();
    expect(spec.content).toBe(body);
  }
});

it("lists statuses that it doesn't know, and takes what --status says", async () => {
  const reading = await read(small);
  expect(specOf(reading, "backlog:SHOP-3").status).toBe("TODO");
  expect(specOf(reading, "backlog:SHOP-3").content).toContain("```yaml\nstatus: In Review\n```");
  expect(told(reading)).toContainEqual([
    "shop-3",
    4,
    "In Review",
    "a status of your own, taken as TODO: say what it means with --status 'NAME=STATUS'",
  ]);
  const said = await read(small, "In Review=IN_PROGRESS\nDone = cancelled");
  expect(specOf(said, "backlog:SHOP-3").status).toBe("IN_PROGRESS");
  expect(specOf(said, "backlog:SHOP-1").status).toBe("CANCELLED");
  expect(told(said).map(([, , text]) => text)).not.toContain("In Review");
  await expect(read(small, "In Review")).rejects.toThrow(
    /write NAME=STATUS, such as 'In Review=IN_PROGRESS'/u,
  );
  await expect(read(small, "In Review=LATER")).rejects.toThrow(/one of TODO, IN_PROGRESS, DONE, CANCELLED/u);
});

it("takes a completed task for done, whatever its status is called", async () => {
  const task = "---\nid: A-1\nstatus: Shipped\n---\n";
  const reading = await read({ "backlog/completed/a-1 - A.md": task });
  expect(specOf(reading, "backlog:A-1").status).toBe("DONE");
  expect(told(reading)[0]?.slice(0, 3)).toEqual(["a-1", 3, "Shipped"]);
  const said = await read({ "backlog/completed/a-1 - A.md": task }, "Shipped=CANCELLED");
  expect(specOf(said, "backlog:A-1").status).toBe("CANCELLED");
});

it("tells double ids, dangling ids and circles by their lines, and imports the rest", async () => {
  const reading = await read({
    ...tasks({
      "A-1": "title: One\ndependencies:\n  - A-2\n  - A-9",
      "A-2": "dependencies: [A-1]\nparent_task_id: A-3",
      "A-3": "parent_task_id: A-2",
      "A-4": "parent_task_id: epic-1",
    }),
    "backlog/completed/a-1 - Again.md": "---\nid: a-1\ntitle: Again\nstatus: Done\n---\n",
  });
  expect(told(reading)).toEqual([
    ["a-1", 2, "a-1", "a second task of this id: imported beside the other as backlog:a-1"],
    ["A-1", 6, "A-9", "names no task of the import: left out of the needs"],
    ["A-4", 3, "epic-1", "names no task of the import: kept as a field"],
    ["A-2", 3, "A-1", "closes a circle: left out of the needs"],
    ["A-3", 3, "A-2", "closes a circle of parents: left out"],
  ]);
  expect(specOf(reading, "backlog:A-1").needsFirst).toEqual(["backlog:A-2"]);
  expect(specOf(reading, "backlog:A-4").content).toContain("parent_task_id: epic-1");
  expect(specOf(reading, "backlog:a-1").title).toBe("Again");
});

it("takes documents, decisions and what else is written as context, and tells archived files", async () => {
  const reading = await read(small);
  expect(
    reading.plans[0]?.sources?.map(({ externalRef, title, kind, folderPath }) => [
      externalRef,
      title,
      kind,
      folderPath,
    ]),
  ).toEqual([
    ["backlog:files/decisions/decision-1 - Cards.md", "Cards first", "decision", "decisions"],
    ["backlog:files/docs/doc-1 - Money.md", "Money", "doc", "docs"],
    ["backlog:files/tasks/README.md", "How we work", "note", "tasks"],
  ]);
  expect(told(reading)).toContainEqual([
    "shop-9",
    1,
    "",
    "not imported: it is archived; an export of the project's plan gives it back",
  ]);
});

it("gives every file to one plan, drafts to the private one", async () => {
  const { plans, parsed } = await read(small);
  expect(plans.flatMap(({ files = [] }) => files).sort()).toEqual(Object.keys(small).sort());
  expect(plans.at(-1)?.files).toEqual(["backlog/drafts/draft-1 - Gifts.md"]);
  expect(parsed[0]?.files?.map(({ path }) => path).sort()).toEqual(Object.keys(small).sort());
});

it("finds the folder under any name and from any part of it, and takes it whole", async () => {
  const named = Object.fromEntries(
    Object.entries(small).map(([path, text]) => [path.replace("backlog/", "work/items/"), text]),
  );
  const elsewhere = { ...named, "backlog.config.yml": "backlog_directory: work/items\n" };
  const hidden = Object.fromEntries(Object.entries(small).map(([path, text]) => [`.${path}`, text]));
  for (const [files, path] of [
    [small, "/repo/backlog/tasks"],
    [elsewhere, "/repo"],
    [hidden, "/repo"],
    [small, "/repo/backlog"],
  ] as const)
    expect((await read(files, "", path)).plans.map(({ name }) => name)).toEqual([
      "Shop",
      "Payment",
      "Shop: drafts",
    ]);
  await expect(read({ "backlog/notes.md": "" })).rejects.toThrow(
    "/repo has no folder of Backlog.md: give a repository",
  );
});

it("takes text directly behind the front matter, and ids from the files' names", async () => {
  const reading = await read({ "backlog/tasks/a-1 - Do-it.md": "---\nstatus: Done\n---## Description\n" });
  expect(specOf(reading, "backlog:a-1")).toMatchObject({
    title: "Do it",
    status: "DONE",
    content: "## Description",
  });
});

it("takes no other folder with a configuration and tasks for a backlog", async () => {
  const isAt = (files: Files) => isBacklog(repository(files), "/repo");
  expect(await isAt({ "config.yml": "", "tasks/main.yml": "" })).toBe(false);
  expect(await isAt({ "backlog/config.yml": "", "backlog/tasks/readme.md": "" })).toBe(true);
  expect(await isAt({ "config.yml": "", "tasks/task-1 - A.md": "" })).toBe(true);
});
