import {
  createPrototypeShare,
  createSuggestion,
  createThread,
  getGraph,
  listNotifications,
  listPrototypeShares,
  pushPlan,
  putPrototype,
  readNotifications,
  resolveThread,
} from "@groundplan/contract";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { planOf } from "./plans.ts";
import { isThere, refuse, showOtherwise } from "./refusals.ts";
import { specOf, text } from "./talked-about.ts";
import { expect, test } from "./watched.ts";
import { programOf } from "./world.ts";

const bridge = [
  { title: "The pillars stand", ref: "pillars" },
  { title: "The road is laid", needsFirst: ["pillars"] },
  { title: "The lamps burn" },
];

test("Whatever the error, refused changes of dependencies and deletions of specs change nothing", async ({
  page,
}) => {
  const { ada, params, path } = await planOf("Refused in the graph", bridge);
  const before = await ada.call(getGraph, { params });
  const cardOf = (title: string) => page.locator(".react-flow__node", { hasText: title });
  await page.goto(`${path}/graph`);
  await expect(page.getByText("3 specs in 2 waves")).toBeVisible();
  const join = async (need: string, who: string) => {
    await cardOf(need).hover();
    await cardOf(need)
      .locator(".source")
      .dragTo(cardOf(who), { targetPosition: { x: 80, y: 30 } });
  };
  await refuse(
    page,
    () => join("The road is laid", "The lamps burn"),
    isThere(page.getByText("3 specs in 2 waves")),
  );
  expect(await ada.call(getGraph, { params })).toEqual(before);

  await page.goto(`${path}/specs/SPEC-2`);
  const remove = page.getByRole("button", { name: "Remove SPEC-1" });
  await refuse(page, () => remove.press("Enter"), isThere(remove));
  await page.getByRole("button", { name: "More actions for this spec" }).press("Enter");
  await pressItem(page, page.getByRole("menuitem", { name: "Delete…" }));
  await refuse(
    page,
    () => dialogOf(page).getByRole("button", { name: "Delete SPEC-2" }).press("Enter"),
    isThere(page.getByRole("heading", { level: 1, name: "The road is laid", includeHidden: true })),
  );
});

test("Whatever the error, a refused cancellation or repetition of a push changes nothing", {
  tag: "@postgresql",
}, async ({ page }) => {
  const { ada, params, path } = await planOf("Refused on its way", bridge);
  const { push } = await ada.call(pushPlan, { params });
  let status = "running";
  await showOtherwise(page, `**/v1/**/pushes/${push.pushId}`, ({ push: seen }: { push: object }) => ({
    push: { ...seen, status },
  }));
  await page.goto(`${path}/pushes/${push.pushId}`);
  const cancel = page.getByRole("button", { name: "Cancel push" });
  await refuse(
    page,
    () => cancel.press("Enter"),
    () => expect(cancel).toBeEnabled(),
  );
  status = "partial";
  const again = page.getByRole("button", { name: "Push the rest" });
  await refuse(
    page,
    () => again.press("Enter"),
    () => expect(again).toBeEnabled(),
  );
});

test("Whatever the error, refused changes of a prototype and its links change nothing", async ({ page }) => {
  const { ada, params, path } = await planOf("Refused to click through", bridge);
  await page.goto(`${path}/prototype`);
  const file = (words: string) => ({ name: "index.html", mimeType: "text/html", buffer: Buffer.from(words) });
  const files = page.locator('input[aria-label="Files of the prototype"]');
  const dialog = dialogOf(page);
  const press = (name: string) => dialog.getByRole("button", { name, exact: true }).press("Enter");
  await refuse(
    page,
    () => files.setInputFiles([file("<p>Buy")]),
    isThere(page.getByText("Drop a folder, files or a zip here.")),
  );
  await ada.call(putPrototype, { params, body: { file: [new File(["<p>Buy"], "index.html")] } });
  await page.reload();
  const listed = page.getByRole("list", { name: "Files of the prototype" }).getByText("6 bytes");
  await expect(listed).toBeVisible();
  await refuse(page, () => files.setInputFiles([file("<p>Buy more")]), isThere(listed));

  await page.getByRole("button", { name: "Create a link" }).press("Enter");
  await dialog.getByLabel("Ends").selectOption({ label: "in a year" });
  await refuse(
    page,
    () => press("Create link"),
    () => expect(dialog.getByLabel("Ends").locator("option:checked")).toHaveText("in a year"),
  );
  await press("Cancel");
  expect((await ada.call(listPrototypeShares, { params })).shares).toEqual([]);
  await ada.call(createPrototypeShare, { params, body: {} });
  await page.reload();
  await page.getByRole("button", { name: "Revoke" }).press("Enter");
  const link = page.getByRole("list", { name: "Links", includeHidden: true }).locator("code");
  await refuse(page, () => press("Revoke link"), isThere(link));
  await press("Cancel");
  await page.getByRole("button", { name: "Delete…" }).press("Enter");
  await refuse(page, () => press("Delete prototype"), isThere(link));
});

test("Whatever the error, refused changes of a thread, a suggestion or an inbox item change nothing", {
  tag: "@postgresql",
}, async ({ page }) => {
  const { path, document } = await specOf("Refused in the talk");
  const [ada, grace] = [programOf("ada"), programOf("grace")];
  const about = { documentId: document.id };
  const { thread } = await grace.call(createThread, { params: about, body: { body: "Is it said?" } });
  const start = text.indexOf("a day");
  const hunks = [{ start, end: start + "a day".length, replacement: "two days" }];
  await ada.call(createSuggestion, { params: about, body: { baseRevision: document.revision, hunks } });
  await page.goto(`${path}?thread=${thread.id}`);
  const said = page.getByRole("article").filter({ hasText: "Is it said?" });
  const resolve = said.getByRole("button", { name: "Resolve" });
  await refuse(page, () => resolve.press("Enter"), isThere(resolve));
  const suggested = page.getByRole("article", { name: /^Suggestion by/ });
  for (const name of [/^Reject/, "Withdraw"]) {
    const button = suggested.getByRole("button", { name });
    await refuse(
      page,
      () => button.press("Enter"),
      async () => {
        await expect(button).toBeVisible();
        await expect(page.locator("#main ins")).toHaveText("two days");
      },
    );
  }
  await ada.call(resolveThread, { params: { ...about, threadId: thread.id } });
  const reopen = said.getByRole("button", { name: "Reopen" });
  await refuse(page, () => reopen.press("Enter"), isThere(reopen));

  const row = page.locator("[data-item]", { hasText: "Refused in the talk" });
  const unread = row.getByRole("img", { name: "Unread" });
  await page.goto("/inbox");
  await refuse(
    page,
    () => row.getByRole("button", { name: /^Mark as done/ }).press("Enter"),
    isThere(unread),
  );
  const putOff = async () => {
    await row.getByRole("button", { name: /^Snooze/ }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: "Next Monday" }));
  };
  await refuse(page, putOff, isThere(unread));
  await refuse(
    page,
    () => page.getByRole("button", { name: "Mark all as done" }).press("Enter"),
    isThere(unread),
  );
  const { items } = await ada.call(listNotifications, { query: {} });
  const ids = items.filter(({ url }) => url.includes(thread.id)).map(({ id }) => id);
  await ada.call(readNotifications, { body: { ids } });
  await page.reload();
  const done = row.getByRole("img", { name: "Done" });
  await refuse(
    page,
    () => row.getByRole("button", { name: /^Mark as unread/ }).press("Enter"),
    isThere(done),
  );
});
