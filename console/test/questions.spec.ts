import { createThread, getSpec, listThreads } from "@groundplan/contract";
import { specOf } from "./talked-about.ts";
import { expect, expectAccessibleByDayAndNight, pageOf, soon, test } from "./watched.ts";
import { programOf } from "./world.ts";

test("A question is answered in the inbox with one press, and its spec shows the answer", async ({
  browser,
}) => {
  const { path, document, params, threads } = await specOf("Asked about");
  const { readiness } = (await programOf("ada").call(getSpec, { params })).spec;
  const body = "How long does an order stay open?";
  const ask = (more: object) =>
    programOf("ada").call(createThread, {
      params: { documentId: document.id },
      body: { body, kind: "question", ...more },
    });
  const { thread } = await ask({ blocking: true, options: ["For a day", "For a week"] });
  expect((await programOf("ada").call(getSpec, { params })).spec.readiness).toBe(
    Math.max(1, Number(readiness) - 1),
  );

  const page = await pageOf(browser, "grace");
  await page.goto("/inbox");
  const question = page
    .getByRole("region", { name: "Questions" })
    .getByRole("article")
    .filter({ hasText: body });
  await expect(question).toContainText("Blocking question");
  await expect(question.getByRole("link", { name: params.planShortId })).toHaveAttribute(
    "href",
    `${path}?thread=${thread.id}`,
  );
  await expectAccessibleByDayAndNight(page);
  await question.getByRole("button", { name: "For a week" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText("The question is answered.")).toBeVisible();
  await expect.poll(async () => (await threads())[0]?.answer?.option).toBe(1);
  expect((await programOf("ada").call(getSpec, { params })).spec.readiness).toBe(readiness);

  await ask({ body: "Who may cancel it?" });
  const other = page.getByRole("region", { name: "Questions" }).getByRole("article").filter({
    hasText: "Who may cancel it?",
  });
  await expect(other).toBeVisible(soon);
  await other.getByRole("button", { name: "Answer" }).click();
  await other.getByRole("textbox", { name: "Answer" }).fill("Its guest.");
  await other.getByRole("button", { name: "Answer" }).click();
  await expect(other).toHaveCount(0);

  await page.goto(`${path}?thread=${thread.id}`);
  const card = page.getByRole("article", { name: "Question by Ada" }).filter({ hasText: body });
  await expect(card).toContainText("Answered");
  await expect(card).toContainText("✓ For a week");
  await expectAccessibleByDayAndNight(page);
  await page.context().close();
});

test("A question is asked where a comment is written, with options, and answered in the spec's conversation", async ({
  page,
  browser,
}) => {
  const { path, threads } = await specOf("Asked in the console");
  await page.goto(path);
  const conversation = page.getByRole("region", { name: "Conversation" });
  await conversation.getByRole("button", { name: "Comment" }).click();
  await page.getByRole("textbox", { name: "Comment on the whole text" }).fill("Which bank?");
  await page.getByRole("checkbox", { name: "Ask as a question" }).check();
  await page.getByRole("textbox", { name: "Options" }).fill("The first\n\nThe second");
  await page.getByRole("checkbox", { name: "Hold the spec back until it is answered" }).check();
  await expectAccessibleByDayAndNight(page);
  await conversation.getByRole("button", { name: "Comment", exact: true }).click();
  const card = conversation.getByRole("article", { name: "Question by Ada" });
  await expect(card).toContainText("Blocking question");
  const [asked] = await threads();
  expect(asked).toMatchObject({ kind: "question", blocking: true, options: ["The first", "The second"] });

  await card.getByRole("button", { name: "The second" }).click();
  await expect(page.getByText("The credential that asked can't answer.")).toBeVisible();
  await expect(card).toContainText("Blocking question");

  const other = await pageOf(browser, "grace");
  await other.goto(path);
  const theirs = other.getByRole("article", { name: "Question by Ada" });
  await expect(theirs).toBeVisible();
  await expectAccessibleByDayAndNight(other);
  await theirs.getByRole("button", { name: "The first" }).click();
  await expect(card).toContainText("Answered", soon);
  await other.context().close();
  const found = await programOf("ada").call(listThreads, {
    params: { documentId: asked?.documentId ?? "" },
    query: { state: "resolved" },
  });
  expect(found.threads[0]?.answer?.option).toBe(0);
});
