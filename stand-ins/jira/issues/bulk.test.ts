import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { client } from "../client.ts";
import { faults } from "../faults.ts";
import { type JiraStandIn, startJira } from "../start.ts";

let standIn: JiraStandIn;
let jira: ReturnType<typeof client>;

beforeAll(async () => {
  standIn = await startJira();
  jira = client(standIn);
});
afterEach(() => standIn.faults.clear());
afterAll(async () => {
  expect(standIn.violations).toEqual([]);
  await standIn.close();
});

const bulk = (...summaries: string[]) =>
  jira.send("POST", "/issue/bulk", { issueUpdates: summaries.map((summary) => jira.issue(summary)) });
const many = (length: number) => Array.from({ length }, () => "many");
const summaries = () => standIn.dump().issues.map(({ summary }) => summary);

it("all are created, in the order asked for", async () => {
  const { status, body } = await bulk("a", "b", "c");
  expect(status).toBe(201);
  expect(body).toMatchObject({
    issues: [{ key: "PROJ-1" }, { key: "PROJ-2" }, { key: "PROJ-3" }],
    errors: [],
  });
  expect(summaries()).toEqual(["a", "b", "c"]);
});

it("the valid ones are created, the invalid ones are reported by their index in the request", async () => {
  const { status, body } = await bulk("d", "wrong\n", "e", "s".repeat(255));
  expect(status).toBe(201);
  const elementErrors = { errorMessages: [], errors: { summary: expect.any(String) } };
  expect(body).toEqual({
    issues: [expect.objectContaining({ key: "PROJ-4" }), expect.objectContaining({ key: "PROJ-5" })],
    errors: [
      { failedElementNumber: 1, status: 400, elementErrors },
      { failedElementNumber: 3, status: 400, elementErrors },
    ],
  });
  expect(summaries().slice(-2)).toEqual(["d", "e"]);
});

it("when none can be created it is 400 with the same body", async () => {
  const { status, body } = await bulk("wrong\n");
  expect([status, body]).toMatchObject([400, { issues: [], errors: [{ failedElementNumber: 0 }] }]);
});

it("50 at once, not 51 and not none", async () => {
  expect((await bulk(...many(50))).status).toBe(201);
  const before = summaries().length;
  expect([(await bulk(...many(51))).status, (await bulk()).status]).toEqual([400, 400]);
  expect(summaries()).toHaveLength(before);
});

it.each([400, 500])("elements can be made to fail with %i, the others are created", async (status) => {
  standIn.faults.next({ path: "/bulk$" }, faults.failElements(status, 1));
  const { body } = await bulk(`x${status}`, `y${status}`, `z${status}`);
  expect(body).toMatchObject({
    issues: [{}, {}],
    errors: [{ failedElementNumber: 1, status, elementErrors: { errorMessages: [expect.any(String)] } }],
  });
  expect(summaries().slice(-2)).toEqual([`x${status}`, `z${status}`]);
});
