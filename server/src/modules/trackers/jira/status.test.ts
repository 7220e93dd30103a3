import { project, type Status } from "@groundplan/tracker-stand-ins/jira";
import { expect, test } from "vitest";
import type { ItemPart } from "../tracker.ts";
import { item, make, world } from "./jira.test-support.ts";

const toDo: Status = { id: "1", name: "To Do", category: "new" };
const wontDo: Status = { id: "2", name: "Rejected", category: "done" };
const done: Status = { id: "3", name: "Done", category: "done" };
const review: Status = { id: "4", name: "In review", category: "indeterminate", asksFor: "customfield_1" };
const started: Status = { id: "5", name: "Building", category: "indeterminate" };

async function move(
  statuses: Status[],
  wanted: "TODO" | "IN_PROGRESS" | "DONE" | "CANCELLED",
  { write = ["status"], teamManaged = true }: { write?: ItemPart[]; teamManaged?: boolean } = {},
) {
  await using jira = await world({ projects: [project("1", "PROJ", { statuses, teamManaged })] });
  await jira.tracker.check("PROJ");
  const made = await make(jira.tracker, "PROJ", item("Albums"));
  const changed = item("Photos", { status: wanted });
  const { external } = made.remote;
  const [outcome] = await jira.tracker.update("PROJ", [
    { external, item: changed, write, statusBefore: made.remote.status },
  ]);
  if (!outcome?.done) throw outcome?.error ?? new Error("nothing was answered");
  const issue = jira.site.dump().issues.find(({ key }) => key === external.key);
  const { status: read = null, fields } = outcome.remote ?? {};
  return {
    there: issue?.status,
    read,
    title: fields?.title,
    left: outcome.leftParts?.includes("status") ?? false,
    caveats: outcome.caveats,
  };
}

test("a done spec takes the first transition to a done status that is not named as dropped", async () => {
  expect(await move([toDo, wontDo, done], "DONE")).toMatchObject({
    there: "Done",
    read: "DONE",
    caveats: [],
  });
});

test("a cancelled spec takes a status named so, else a resolution, else done with a caveat", async () => {
  const cancelled = { read: "CANCELLED", left: false, caveats: [] };
  expect(await move([toDo, done, wontDo], "CANCELLED")).toMatchObject({ there: "Rejected", ...cancelled });
  const byResolution = await move([toDo, done], "CANCELLED", { teamManaged: false });
  expect(byResolution).toMatchObject({ there: "Done", ...cancelled });
  expect(await move([toDo, done], "CANCELLED")).toMatchObject({
    there: "Done",
    read: "DONE",
    left: false,
    caveats: [expect.stringMatching(/no status or resolution says that it was cancelled/)],
  });
});

test("a transition that is missing or asks for fields leaves the status with a caveat, and the text is written", async () => {
  const write: ItemPart[] = ["title", "status"];
  const none = await move([toDo, started], "DONE", { write });
  expect(none).toMatchObject({ there: "To Do", read: "TODO", title: "Photos", left: true });
  expect(none.caveats).toEqual([expect.stringMatching(/no transition in Jira leads there/)]);
  const asks = await move([toDo, review], "IN_PROGRESS", { write });
  expect(asks).toMatchObject({ there: "To Do", title: "Photos", left: true });
  expect(asks.caveats).toEqual([expect.stringMatching(/asks for fields/)]);
  expect(await move([toDo, review, started], "IN_PROGRESS")).toMatchObject({
    there: "Building",
    left: false,
  });
});

test("a reopened spec takes a status that is not started, else one in progress", async () => {
  const open = { left: false, caveats: [] };
  expect(await move([done, started, toDo], "TODO")).toMatchObject({ there: "To Do", read: "TODO", ...open });
  expect(await move([done, review, started], "TODO")).toMatchObject({
    there: "Building",
    read: "IN_PROGRESS",
    ...open,
  });
});
