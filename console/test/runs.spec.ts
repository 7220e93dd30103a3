import {
  acceptSuggestion,
  createModel,
  createPlan,
  createPlanSource,
  createProject,
  createSpec,
  listSpecs,
  listSuggestions,
  updatePlanSource,
} from "@groundplan/contract";
import { createClient } from "../../client/src/index.ts";
import { type ModelProvider, startModelProvider, type Turn } from "../../server/test/model-provider.ts";
import { createKey, expect, openFresh, setUp, test } from "./fresh.ts";
import { expectAccessibleByDayAndNight, soon } from "./watched.ts";

const quote = "a card that expired should be refused at once";

const specOf = (n: number, source: string) => ({
  ref: `s${n}`,
  title: `Paying, part ${n}`,
  content:
    "Guests pay at once.\n\n## Acceptance criteria\n\n1. AC-1: A card that expired is refused with a message\n2. AC-2: A payment is on the account within 60 seconds\n3. AC-3: A guest sees what was paid\n",
  effort: 2,
  ...(n === 3 ? { needsFirst: ["s2"] } : {}),
  from: [
    { criterion: 1, source, quote },
    { criterion: 2, assumed: true },
    { criterion: 3, assumed: true },
  ],
});

const call = (name: string, input: object): Turn => ({
  text: "I look at this first.",
  calls: [{ name, input }],
  usage: { input: 900, output: 60 },
});

const said =
  "Six specs of paying. [Review here](https://evil.example/in), [or there](//evil.example), [settings](/settings/profile), https://plain.example/.";

/** Reads, asks, proposes six specs and finishes. */
const scriptOf = (provider: ModelProvider, source: string) => {
  const six = [1, 2, 3, 4, 5, 6].map((n) => specOf(n, source));
  const turns: Turn[] = [
    call("read_source", { source }),
    call("ask", { question: "Which cards?", options: ["All cards", "Credit cards only"] }),
    call("propose_specs", { specs: six }),
    call("finish", { done: said }),
  ];
  provider.script = (_, n) => turns[n - 1] ?? { text: "Nothing more." };
};

const modelOf = (provider: ModelProvider) => ({
  name: "Scripted",
  kind: "openai-compatible" as const,
  baseUrl: provider.url,
  model: "scripted",
  apiKey: "sk-of-ada-1234",
  contextTokens: 100_000,
  maxOutput: 1000,
  scope: "person" as const,
});

test("A draft is started, watched, answered and reviewed, and its specs cite their sources", {
  tag: "@both",
}, async ({ browser }) => {
  const provider = await startModelProvider();
  const fresh = await openFresh(browser, { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
  const page = await fresh.open();
  await setUp(page, fresh);
  const ada = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
  const { project } = await ada.call(createProject, { body: { name: "Web" } });
  const projectSlug = project.slug ?? project.id;
  const { plan } = await ada.call(createPlan, { params: { projectSlug }, body: { name: "Paying" } });
  const params = { projectSlug, planShortId: plan.shortId };
  const text = `Guests said that ${quote}, and not in the evening.`;
  const { source } = await ada.call(createPlanSource, { params, body: { title: "Interview", text } });
  scriptOf(provider, "S1");

  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}`);
  await page.getByRole("button", { name: "More actions for this plan" }).press("Enter");
  await page.getByRole("menuitem", { name: "Draft with an agent" }).click();
  await expect(page.getByText("The agent needs a language model.")).toBeVisible();
  await ada.call(createModel, {
    body: modelOf(provider),
  });
  await expect(page.getByText(/The first request takes about/)).toBeVisible(soon);
  await page.getByLabel("What to do").fill("Paying by card");
  await expect(page.getByRole("checkbox", { name: /Interview/ })).toBeChecked();
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Start" }).press("Enter");

  const question = page.getByRole("region", { name: "The agent's question" });
  await expect(question).toContainText("Which cards?", soon);
  await expectAccessibleByDayAndNight(page);
  await question.getByRole("button", { name: "All cards" }).press("Enter");
  const specs = page.getByRole("list", { name: "Proposed specs" });
  await expect(specs.getByRole("checkbox")).toHaveCount(6, soon);
  await expect(page.getByText("Done", { exact: true })).toBeVisible(soon);
  await expect(page.getByRole("region", { name: "What it says" })).toContainText(
    "Review here (https://evil.example/in), or there (http://evil.example), settings, https://plain.example/.",
  );
  const criteria = page.getByRole("list", { name: "Criteria of Paying, part 1" });
  await expect(criteria).toContainText(`“${quote}” Interview`);
  await expect(criteria).toContainText("Assumed");
  const rewrite = (to: string) =>
    ada.call(updatePlanSource, { params: { ...params, sourceId: source.id }, body: { text: to } });
  await rewrite("They said nothing of it.");
  await expect(criteria).toContainText("no longer in the source", soon);
  await rewrite(text);
  await expect(criteria).not.toContainText("no longer in the source", soon);
  await page.getByRole("list", { name: "Steps" }).getByRole("button").first().press("Enter");
  await page.getByRole("button", { name: "What was sent" }).press("Enter");
  await expect(page.getByRole("region", { name: "Sent", exact: true })).toContainText("Paying by card");
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleByDayAndNight(page);
  await page.reload();
  await page.getByRole("button", { name: "Edit Paying, part 1" }).press("Enter");
  await page.getByRole("dialog").getByLabel("Title").fill("Paying by card");
  const changed =
    "## Acceptance criteria\n\n1. A payment is on the account within 60 seconds\n2. It is quick";
  await page.getByRole("dialog").getByLabel("Text").fill(changed);
  await page.getByRole("dialog").getByRole("button", { name: "Keep" }).press("Enter");
  await page.reload();
  const edited = page.getByRole("list", { name: "Criteria of Paying by card" }).getByRole("listitem");
  await expect(edited).toHaveText([/on the account.*Assumed/, /It is quick.*Your words/]);
  // As if the agent had replaced it since.
  await page.evaluate(() => {
    for (const [key, kept] of Object.entries(localStorage))
      if (key.startsWith("groundplan review"))
        localStorage.setItem(key, kept.replace('"version":1', '"version":9'));
  });
  await page.reload();
  await page.getByRole("button", { name: "Keep mine" }).press("Enter");
  await expect(page.getByText("The agent has replaced this spec")).toHaveCount(0);
  await expect(specs.getByText("Needs Paying, part 2", { exact: true })).toBeVisible();
  for (const n of [2, 4, 6]) await specs.getByRole("checkbox", { name: `Paying, part ${n}` }).press("Space");
  await page.reload();
  await expect(specs.getByText("Needs Paying, part 2 (left out)")).toBeVisible(soon);
  await page.getByRole("button", { name: "Accept 3 of 6" }).press("Enter");
  await expect(page.getByText("Paying, part 3 no longer needs Paying, part 2.")).toBeVisible(soon);
  await expect(specs.getByRole("link", { name: "SPEC-1" })).toBeVisible(soon);
  const made = (await ada.call(listSpecs, { params })).specs;
  expect(made.map(({ title }) => title)).toEqual(["Paying by card", "Paying, part 3", "Paying, part 5"]);

  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}/context/${source.id}`);
  const quoting = page.getByRole("list", { name: "Specs that quote it" });
  await expect(quoting.getByRole("link", { name: /SPEC-3/ })).toBeVisible(soon);
  await expectAccessibleByDayAndNight(page);
  await rewrite("They said nothing of it.");
  await expect(quoting).toContainText("It doesn't say this any more.", soon);
  await quoting.getByRole("link", { name: /SPEC-2/ }).press("Enter");
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect(page.getByRole("region", { name: "Sources of criteria" })).toContainText(
    "no longer in the source",
    soon,
  );
  await page.getByRole("link", { name: "see the run" }).press("Enter");
  await expect(specs).toBeVisible(soon);
  await page.getByRole("link", { name: "Start again" }).press("Enter");
  await expect(page.getByLabel("What to do")).toHaveValue("Paying by card");
  await expect(page.getByRole("checkbox", { name: /Interview/ })).toBeChecked();
  await fresh.end();
  await provider.close();
});

test("A run pauses at its limit, goes on, is followed by two tabs over lost connections, rejected and stopped", {
  tag: "@both",
}, async ({ browser }) => {
  const provider = await startModelProvider();
  const fresh = await openFresh(browser, { GROUNDPLAN_ALLOW_PRIVATE_NETWORK: "1" });
  const page = await fresh.open();
  await setUp(page, fresh);
  const ada = createClient({ url: fresh.url, apiKey: await createKey(fresh) });
  const { project } = await ada.call(createProject, { body: { name: "Web" } });
  const projectSlug = project.slug ?? project.id;
  const { plan } = await ada.call(createPlan, { params: { projectSlug }, body: { name: "Paying" } });
  const params = { projectSlug, planShortId: plan.shortId };
  await ada.call(createPlanSource, {
    params,
    body: { title: "Interview", text: `They said that ${quote}.` },
  });
  await ada.call(createModel, { body: modelOf(provider) });
  scriptOf(provider, "S1");

  let streams = 0;
  await page.route("**/stream", (route) =>
    ++streams % 2 === 0
      ? route.continue()
      : route.fulfill({ contentType: "text/event-stream", body: ":\n\n" }),
  );
  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}/runs`);
  await page.getByRole("textbox", { name: "Tokens" }).fill("1,000");
  await page.getByRole("button", { name: "Start" }).press("Enter");
  const state = page.getByRole("region", { name: "The run", exact: true });
  await expect(state).toContainText("Paused", soon);
  await expectAccessibleByDayAndNight(page);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByRole("button", { name: "Continue" })).toBeVisible();
  await page.getByRole("textbox", { name: "Tokens" }).fill("200,000");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("button", { name: "Credit cards only" })).toBeVisible(soon);
  await expect(second.getByRole("button", { name: "Credit cards only" })).toBeVisible(soon);
  await expect.poll(() => streams).toBeGreaterThan(1);
  await second.getByLabel("Your answer").fill("Debit cards, too.");
  await second.getByRole("button", { name: "Answer" }).press("Enter");
  for (const tab of [second, page]) {
    await expect(tab.getByRole("region", { name: "What it says" })).toContainText(
      "Six specs of paying.",
      soon,
    );
    await expect(tab.getByRole("list", { name: "Steps" })).toContainText("Debit cards, too.");
  }
  await second.close();
  const path = page.url();
  await page.goto("/inbox");
  await page.getByRole("link", { name: /has finished a run of the planning agent/ }).press("Enter");
  await expect(page).toHaveURL(path);
  await page.getByRole("button", { name: "Reject" }).press("Enter");
  await page.getByRole("textbox", { name: "Reason" }).fill("We have them already.");
  await page.getByRole("dialog").getByRole("button", { name: "Reject" }).press("Enter");
  await expect(page.getByText("Rejected. We have them already.")).toBeVisible(soon);
  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}/discussion`);
  await page.getByRole("button", { name: "Show 1 resolved or decided" }).press("Enter");
  await expect(page.getByRole("link", { name: "see the run" })).toHaveAttribute(
    "href",
    new URL(path).pathname,
  );

  provider.script = () => ({ text: "word ".repeat(3000), wordMs: 20 });
  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}/runs`);
  await expect(page.getByRole("list", { name: "Runs" })).toContainText("Done", soon);
  await expectAccessibleByDayAndNight(page);
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await expect(page.getByText(/word word word/)).toBeVisible(soon);
  await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
  await expect(state).toContainText("Stopped", soon);

  const { spec } = await ada.call(createSpec, {
    params,
    body: { title: "Vouchers", content: "## Acceptance criteria\n\n1. It is quick." },
  });
  const asked = provider.requests.length;
  provider.script = (_, n) =>
    n === asked + 1
      ? call("propose_edit", { spec: spec.shortId, old: "It is quick.", new: "It takes 2 s.", why: "Vague." })
      : call("finish", { done: "One change." });
  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}/runs`);
  await page.getByLabel("Task", { exact: true }).selectOption("revise");
  await page.getByRole("button", { name: "Start" }).press("Enter");
  const changes = page.getByRole("list", { name: "Proposed changes" });
  await expect(changes).toContainText("Open", soon);
  await expectAccessibleByDayAndNight(page);
  const [suggestion] = (await ada.call(listSuggestions, { params: { documentId: spec.id } })).suggestions;
  await ada.call(acceptSuggestion, {
    params: { documentId: spec.id, suggestionId: suggestion?.id ?? "" },
  });
  await expect(changes).toContainText("Accepted", soon);
  await changes.getByRole("link", { name: /SPEC-1 Vouchers/ }).press("Enter");
  await expect(page).toHaveURL(/\/specs\/SPEC-1\?suggestion=/);

  // A run can name 500.
  const many = Array.from({ length: 502 }, (_, n) => ({ id: `s${n}`, title: `Note ${n}.`, tokenCount: 1 }));
  await page.route(/\/context\?/, (route) => route.fulfill({ json: { sources: many } }));
  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}/runs`);
  await expect(page.getByText(/The first request takes about/)).toBeVisible(soon);
  await page.getByRole("checkbox", { name: "Note 1." }).press("Space");
  await expect(page.getByText("Untick 1 source: at most 500 are named.")).toBeVisible(soon);
  await expect(page.getByRole("button", { name: "Start" })).toBeDisabled();
  await page.unroute(/\/context\?/);

  provider.script = null;
  provider.instead = (_, response) => void response.writeHead(401).end("{}");
  await page.goto(`/projects/${projectSlug}/plans/${plan.shortId}/runs`);
  await page.getByRole("button", { name: "Start" }).press("Enter");
  await expect(state).toContainText("“Key”", soon);
  await fresh.end();
  await provider.close();
});
