import {
  archivePlan,
  createPlanSource,
  createSpec,
  createSuggestion,
  getPlan,
  getPlanSource,
  getSpec,
  listPushes,
  listSpecs,
} from "@groundplan/contract";
import type { Request } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf, titled } from "./plans.ts";
import { refuse, refuseEach, refuseSwitch } from "./refusals.ts";
import { specOf, text } from "./talked-about.ts";
import { expect, test } from "./watched.ts";
import { programOf } from "./world.ts";

/** Forms for a name, with the button that opens each. */
const forms = [
  { at: "/projects", opens: /^Create project/, field: "Name", action: "Create project" },
  { at: "/projects/web", opens: /^Create plan/, field: "Name", action: "Create plan" },
  { at: "/projects/web/plans/PLAN-1", opens: /^Add spec/, field: "Title", action: "Add spec" },
  { at: "/projects/web/context", opens: /^Add a text/, field: "Title", action: "Add text" },
  { at: "/skills", opens: /^Write a skill/, field: "Name", action: "Save skill" },
  { at: "/settings/keys", opens: /^Create a key/, field: "Name", action: "Create key" },
  { at: "/settings/members", opens: /^Invite a member/, field: "E-mail", action: "Invite" },
];

const steps = (count: number) => titled(...Array.from({ length: count }, (_, n) => `Step ${n + 1}`));

test("Whatever the error, a refused form shows it and keeps its input", async ({ page }) => {
  for (const { at: address, opens, field, action } of forms) {
    await page.goto(address);
    await page.getByRole("button", { name: opens }).first().click();
    const typed = dialogOf(page).getByLabel(field);
    await typed.fill("a-name@acme.example");
    await refuse(
      page,
      () => dialogOf(page).getByRole("button", { name: action }).press("Enter"),
      () => expect(typed).toHaveValue("a-name@acme.example"),
    );
  }
});

test("Whatever the error, a refused optimistic update is rolled back and reported", async ({ page }) => {
  const { path } = await planOf("Changes that go back", steps(1));
  await page.goto(path);
  const effort = page.getByRole("button", { name: "Effort of SPEC-1:" });
  const before = (await effort.getAttribute("aria-label")) ?? "";
  const choose = async () => {
    await effort.press("Enter");
    await pressItem(page, page.getByRole("menuitemcheckbox", { name: "5 · High" }));
  };
  await refuse(page, choose, () => expect(effort).toHaveAccessibleName(before));
  await page.getByRole("button", { name: /^Share/ }).click();
  const whoCanSee = dialogOf(page).getByLabel("Who can see it");
  await refuse(
    page,
    () => whoCanSee.selectOption("PRIVATE"),
    () => expect(whoCanSee).toHaveValue("TEAM"),
  );
  await page.goto("/inbox/settings");
  const setting = page.getByRole("checkbox", { name: "Inbox: Comments that mention you" });
  await expect(setting).toBeChecked();
  await refuseSwitch(page, setting, true);
});

test("Whatever the error, a refused comment, suggestion or dependency loses no input and creates nothing", async ({
  page,
}) => {
  const { path, params, document, textNow, threads } = await specOf("Refused beside the text");
  const ada = programOf("ada");
  await ada.call(createSpec, { params, body: { title: "What is needed" } });
  const start = text.indexOf("a day");
  const hunks = [{ start, end: start + "a day".length, replacement: "two days" }];
  const suggestion = { baseRevision: document.revision, hunks, message: "Longer" };
  await ada.call(createSuggestion, { params: { documentId: document.id }, body: suggestion });
  await page.goto(path);
  const conversation = page.getByRole("region", { name: "Conversation" });
  const suggested = conversation.getByRole("article").filter({ hasText: "Longer" });
  await expect(suggested).toBeVisible();
  const accept = suggested.getByRole("button", { name: /^Accept/ });
  await refuse(
    page,
    () => accept.press("Enter"),
    async () => {
      await expect(page.locator("#main ins")).toHaveText("two days");
      await expect(accept).toBeEnabled();
    },
  );
  expect(await textNow()).toBe(text);

  await conversation.getByRole("button", { name: "Comment", exact: true }).click();
  const comment = page.getByRole("textbox", { name: "Comment on the whole text" });
  await comment.fill("Nobody may lose this.");
  await refuse(
    page,
    () => conversation.getByRole("button", { name: "Comment", exact: true }).press("Enter"),
    () => expect(comment).toHaveValue("Nobody may lose this."),
  );
  expect(await threads()).toEqual([]);
  await conversation.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(conversation.getByRole("article").filter({ hasText: "Nobody may lose this." })).toBeVisible();

  const need = page.getByRole("combobox", { name: "Add a dependency" });
  await refuseEach(page, async (message) => {
    await need.fill("What is needed");
    await page.getByRole("option", { name: /What is needed/ }).click();
    await expect(page.getByRole("alert").filter({ hasText: message })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove SPEC-2/ })).toHaveCount(0);
  });
  expect((await ada.call(getSpec, { params })).spec.needsFirst).toEqual([]);
});

test("Whatever the error, a refused card move, switch or push start changes nothing", async ({ page }) => {
  const { path, params, ada } = await planOf("Stays as it was", steps(1));
  await page.goto(`${path}/board`);
  const card = page.locator("[data-item]", { hasText: "Step 1" }).getByRole("link");
  await refuse(
    page,
    () => card.press("Alt+ArrowRight"),
    async () => {
      await expect(page.getByRole("region", { name: "Todo" }).getByText("Step 1")).toBeVisible();
      await expect(page.getByRole("region", { name: "In progress" }).getByText("Step 1")).toHaveCount(0);
    },
  );

  await ada.call(createPlanSource, { params, body: { title: "Read or not", text: "By agents." } });
  await page.goto(`${path}/context`);
  const active = page.getByRole("checkbox", { name: "Agents read Read or not" });
  await refuseSwitch(page, active, true);

  await page.goto("/connectors/github");
  const mayBeUsed = page.getByRole("checkbox", { name: "GitHub Issues may be used" });
  await refuseSwitch(page, mayBeUsed, true);

  await page.goto(`${path}/pushes`);
  const push = page.getByRole("button", { name: /^Push 2 changes/ });
  await expect(push).toBeVisible();
  await refuse(
    page,
    () => push.press("Enter"),
    () => expect(push).toBeEnabled(),
  );
  expect((await ada.call(listPushes, { params })).pushes).toEqual([]);
});

test("No change is lost or made twice if the network fails for a minute during ten changes", {
  tag: "@both",
}, async ({ page }) => {
  const { path, params, ada } = await planOf("Ten changes", steps(10));
  const [sent, taken]: [string[], number[]] = [[], []];
  const isChange = (request: Request) => request.url().includes(`/v1${path}`) && request.method() !== "GET";
  page.on("request", (request) => isChange(request) && sent.push(request.url()));
  page.on("response", (response) => isChange(response.request()) && taken.push(response.status()));
  await page.clock.install();
  // The last part that is loaded ahead: none can be loaded while the network fails.
  const last = page.waitForResponse(/\/plan-more-/);
  await page.goto(path);
  await last;
  const title = page.getByRole("heading", { level: 1 });
  const rowOf = (step: number) => page.locator("[data-item]", { hasText: `Step ${step}` });
  const choose = async (step: number, what: string, choice: string) => {
    await page.getByRole("button", { name: `${what} of SPEC-${step}:` }).click();
    await page.getByRole("menuitemcheckbox", { name: choice }).click();
    await expect(
      page.getByRole("button", { name: `${what} of SPEC-${step}: ${choice.replace(/^\d · /, "")}` }),
    ).toBeVisible();
  };
  const rename = async (name: string) => {
    await page.getByRole("button", { name: "More actions for this plan" }).click();
    await page.getByRole("menuitem", { name: "Rename…" }).click();
    await dialogOf(page).getByLabel("Name").fill(name);
    await dialogOf(page).getByRole("button", { name: "Rename" }).click();
    await expect(title).toHaveText(name);
  };
  const moveUp = async (step: number) => {
    await rowOf(step).getByRole("link").focus();
    await page.keyboard.press("Alt+ArrowUp");
  };
  const changes = [
    () => choose(1, "Status", "In progress"),
    () => choose(2, "Effort", "5 · High"),
    () => choose(3, "Status", "Done"),
    () => choose(4, "Status", "In progress"),
    () => choose(2, "Effort", "1 · Low"),
    () => rename("Ten changes, called again"),
    () => moveUp(6),
    () => choose(4, "Status", "Done"),
    () => rename("Ten changes, called at last"),
    () => choose(5, "Effort", "5 · High"),
  ];
  for (const [index, change] of changes.entries()) {
    if (index === 3) await page.context().setOffline(true);
    await change();
    await page.clock.runFor(10_000);
  }
  await expect(page.getByText("Keep this page open: 7 changes wait for it.")).toBeVisible();
  await page.context().setOffline(false);
  const now = async () => {
    const { specs } = await ada.call(listSpecs, { params });
    const { plan } = await ada.call(getPlan, { params });
    return [
      plan.name,
      ...specs.slice(0, 6).map(({ shortId, status, effort }) => `${shortId} ${status} ${effort}`),
    ];
  };
  await expect
    .poll(now)
    .toEqual([
      "Ten changes, called at last",
      "SPEC-1 IN_PROGRESS null",
      "SPEC-2 TODO 1",
      "SPEC-3 DONE null",
      "SPEC-4 DONE null",
      "SPEC-6 TODO null",
      "SPEC-5 TODO 5",
    ]);
  await expect(page.getByText("You are offline.")).toHaveCount(0);
  await expect.poll(() => taken).toEqual(Array(10).fill(200));
  // Nothing is sent again later.
  const before = sent.length;
  await page.clock.runFor(60_000);
  await page.reload();
  await expect(title).toHaveText("Ten changes, called at last");
  expect(sent).toHaveLength(before);
});

test("A plan of 5,000 specs is navigated by keyboard, opened at its end, and shown as a board and a graph", {
  tag: "@both",
}, async ({ page }) => {
  const { path, params, ada } = await planOf("Five thousand", steps(5_000));
  await page.goto(path);
  await expect(page.getByText("Step 1", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.locator("[data-item]").first().getByRole("link").focus();
  await page.keyboard.press("End");
  const last = page.locator("[data-item]", { hasText: "Step 5000" }).getByRole("link");
  await expect(last).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Step 5000" })).toBeVisible();

  await page.goto(`${path}/board`);
  const todo = page.getByRole("region", { name: "Todo" });
  await expect(todo.getByText("Step 1", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(todo).toContainText("5000");
  await page.goto(`${path}/graph`);
  await expect(page.getByText(/^5,000 specs in 1 wave/)).toBeVisible({ timeout: 60_000 });
  // Zoomed out, all cards share a path.
  const drawn = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll(".react-flow path")].flatMap(
          (path) => path.getAttribute("d")?.match(/M[^C]*?z/g) ?? [],
        ).length,
    );
  await expect.poll(drawn).toBe(5000);
  // Startable specs would disturb other tests.
  await ada.call(archivePlan, { params });
});

test("An error that may pass offers a retry, wherever it occurs", async ({ page }) => {
  const { path, params, ada } = await planOf("Tried again", titled("One"));
  let isRefusing = true;
  await page.route("**/v1/**", (route) => {
    const error = { code: "unavailable", message: "Not at the moment." };
    const isRead = route.request().method() === "GET";
    return isRead || !isRefusing ? route.fallback() : route.fulfill({ status: 503, json: { error } });
  });
  const tryAgain = async (act: () => Promise<unknown>) => {
    isRefusing = true;
    await act();
    const message = page.getByRole("dialog").filter({ hasText: "Not at the moment." });
    await expect(message).toBeVisible();
    isRefusing = false;
    await message.getByRole("button", { name: "Retry" }).press("Enter");
    await expect(message).toHaveCount(0);
  };
  const archivedAt = async () => (await ada.call(getPlan, { params })).plan.archivedAt;
  await page.goto(path);
  await tryAgain(async () => {
    await page.getByRole("button", { name: "More actions for this plan" }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: "Archive" }));
  });
  await expect.poll(archivedAt).not.toBeNull();
  await page.goto(path);
  await tryAgain(() => page.getByRole("button", { name: "Restore plan" }).press("Enter"));
  await expect.poll(archivedAt).toBeNull();

  const { source } = await ada.call(createPlanSource, { params, body: { title: "Notes", text: "Words." } });
  await page.clock.install();
  await page.goto(`${path}/context`);
  const row = page.locator("[data-item]", { hasText: source.title });
  await tryAgain(async () => {
    await row.getByRole("button", { name: /^More actions for/ }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: "Delete" }));
    await expect(row).toHaveCount(0);
    await page.clock.runFor(11_000);
  });
  await expect(row).toHaveCount(0);
  const found = () => ada.call(getPlanSource, { params: { ...params, sourceId: source.id } });
  await expect.poll(() => found().catch((error: Error) => error.name)).toBe("ApiError");
});
