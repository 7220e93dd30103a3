import { expect, it } from "vitest";
import type { Operation } from "./document.ts";
import { requestExamples } from "./request-examples.ts";

const operation: Operation = {
  id: "specs.create",
  tag: "Specs",
  method: "POST",
  path: "/v1/projects/{projectSlug}/plans/{planShortId}/specs/{other}",
  summary: "",
  description: "",
  parameters: [],
  body: { schema: {}, example: { title: 'It\'s "quoted"' } },
  answers: [],
};

it("examples carry the ids, quote what a shell or a language would read, and name what is unknown", () => {
  const target = { url: "https://a.example", key: "K", ids: { projectSlug: "web", planShortId: "PLAN-4" } };
  const [curl, script, python] = requestExamples(operation, target);
  const address = "https://a.example/v1/projects/web/plans/PLAN-4/specs/OTHER";
  for (const example of [curl, script, python]) expect(example?.text).toContain(address);
  expect(curl?.text).toContain(`-X POST '${address}'`);
  expect(curl?.text).toContain(`It'\\''s \\"quoted\\"`);
  expect(script?.text).toContain(`body: JSON.stringify({`);
  expect(python?.text).toContain(String.raw`json.loads("{\"title\":\"It's \\\"quoted\\\"\"}")`);
});
