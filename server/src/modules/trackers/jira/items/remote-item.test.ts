import { project } from "@groundplan/tracker-stand-ins/jira";
import { expect, test } from "vitest";
import { item, made, world } from "../jira.test-support.ts";

test("a custom status that drops the issue cancels it if there are no resolutions", async () => {
  const statuses = [
    { id: "1", name: "Open", category: "new" },
    ...["Won't do", "Won’t fix", "Cancelled", "Canceled", "Cannot reproduce", "Duplicate", "Released"].map(
      (name, index) => ({ id: String(index + 2), name, category: "done" }) as const,
    ),
  ] as const;
  const options = { statuses: [...statuses], teamManaged: true };
  await using jira = await world({ projects: [project("10000", "PROJ", options)] });
  const { tracker, site, target } = jira;
  const external = await made(tracker, target, item("Spec"));
  for (const { name, category } of statuses) {
    site.drift.edit(external.key, { status: name });
    const [remote] = await tracker.read(target, [{ kind: "item", external }]);
    const dropped = name === "Released" ? "DONE" : "CANCELLED";
    expect({ name, status: remote?.status }).toEqual({ name, status: category === "new" ? "TODO" : dropped });
  }
});
