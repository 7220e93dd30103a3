import { expect, test } from "vitest";
import type { ScreenField } from "./create-fields.ts";
import { otherFields } from "./other-fields.ts";
import type { IssueKind, Layout } from "./schema.ts";

const kind = (name: string, others: ScreenField[]) => ({ id: name, name, screen: { others } }) as IssueKind;
const risk = (...ids: string[]): ScreenField => ({
  id: "customfield_1",
  name: "Risk",
  type: "option",
  isRequired: true,
  allowed: ids.map((id) => ({ id, name: `Risk ${id}` })),
});

test("a field has the allowed values of all created issue types, each once and 200 at most", () => {
  const layout = {
    container: kind("Epic", [risk("1", "2")]),
    task: kind("Task", [risk("2", "3")]),
    subTask: null,
  };
  const [field] = otherFields(layout as unknown as Layout);
  expect(field?.allowed?.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  expect(field?.issueTypes.map(({ name }) => name)).toEqual(["Epic", "Task"]);
  const many = Array.from({ length: 150 }, (_, n) => `${n}`);
  const more = Array.from({ length: 150 }, (_, n) => `more ${n}`);
  const large = {
    container: kind("Epic", [risk(...many)]),
    task: kind("Task", [risk(...more)]),
    subTask: null,
  };
  expect(otherFields(large as unknown as Layout)[0]?.allowed).toHaveLength(200);
});
