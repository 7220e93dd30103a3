import { project } from "@groundplan/tracker-stand-ins/jira";
import { expect, test } from "vitest";
import { item, make, world } from "./jira.test-support.ts";

const only = (options: Parameters<typeof project>[2]) => ({ projects: [project("10000", "PROJ", options)] });

test("priorities are recognized by name, and one that the site has not stays here", async () => {
  const options = only({});
  const [first] = options.projects;
  if (!first) throw new Error("no project");
  first.priorities = [
    { id: "1", name: "Blocker" },
    { id: "2", name: "P2" },
    { id: "4", name: "minor" },
  ];
  first.defaultPriority = "1";
  await using jira = await world(options);
  const { tracker } = jira;
  const { remote } = await make(tracker, "PROJ", item("Spec"));
  const termOf = (priority: number) =>
    tracker.termOf(remote, item("Spec", { details: { priority } }), "priority");
  expect([1, 2, 4].map(termOf)).toEqual([
    { value: "1" },
    { why: 'PROJ has no priority that means "high"; it stays here.' },
    { value: "4" },
  ]);
});

test("fields that are not on the screen stay here, as does somebody who hides the address", async () => {
  const hidden = ["priority", "duedate", "labels"];
  await using jira = await world(only({ hidden }));
  const { tracker } = jira;
  const spec = item("Spec", {
    details: { priority: 1, dueDate: "2027-02-03", labels: [{ name: "Bug", color: "#000000" }] },
  });
  const { remote } = await make(tracker, "PROJ", spec);
  expect(tracker.termOf(remote, spec, "priority")).toEqual({
    why: "Task has no priority in PROJ; priorities stay here.",
  });
  expect(tracker.termOf(remote, spec, "dueDate")).toEqual({
    why: "Task has no due date in PROJ; due dates stay here.",
  });
  const details = { labels: { add: spec.details?.labels ?? [], remove: [] } };
  const [outcome] = await tracker.update("PROJ", [
    { external: remote.external, item: spec, write: ["labels"], details },
  ]);
  expect(outcome).toMatchObject({
    leftParts: ["labels"],
    caveats: ["Task has no labels in PROJ; labels stay here."],
  });
  const shown = { accountId: "1", displayName: "Ada", emailAddress: "ada@acme.example" };
  jira.site.people.push(shown, {
    ...shown,
    accountId: "2",
    emailAddress: "grace@acme.example",
    hidesEmail: true,
  });
  const emails = ["Ada@acme.example", "grace@acme.example", "nobody@acme.example"];
  expect(await tracker.findPeople("PROJ", emails)).toEqual([{ account: "1" }, "nobody", "nobody"]);
  jira.site.people.push({ ...shown, accountId: "3" });
  expect(await tracker.findPeople("PROJ", emails.slice(0, 1))).toEqual(["several"]);
});
