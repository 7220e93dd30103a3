import {
  createProjectProposal,
  createProjectSource,
  listProjectContext,
  putProjectFormat,
  putProjectInstructions,
  putProjectSkill,
} from "@groundplan/contract";
import type { Locator, Page } from "@playwright/test";
import { pressItem } from "./by-keyboard.ts";
import { dialogOf } from "./fresh.ts";
import { projectOf } from "./plans.ts";
import { isThere, refuse, refuseTyped, showOtherwise } from "./refusals.ts";
import { expect, test } from "./watched.ts";

/** The input stays under every refusal. */
async function refuseWritten(page: Page, name: string, field: Locator, typed: string): Promise<void> {
  await field.fill(typed);
  const main = page.locator("#main");
  await refuseTyped(page, main, main.locator('[name="text"]'), name);
}

test("Whatever the error, refused edits of instructions, proposals, formats and skills change nothing and keep their input", async ({
  page,
}) => {
  const { path, params, ada } = await projectOf("Refused to be known");
  for (const markdown of ["# No rules\n", "# Rules\n"])
    await ada.call(putProjectInstructions, { params, body: { markdown } });
  await ada.call(createProjectProposal, { params, body: { markdown: "# More\n", message: "Some more" } });
  await page.goto(`${path}/instructions`);
  const rules = page.getByRole("heading", { name: "Rules", exact: true });
  const cancel = () => page.getByRole("button", { name: "Cancel" }).press("Enter");
  await rules.waitFor();
  await page.keyboard.press("e");
  await page.getByLabel("Describe what changes and why").fill("It is shorter");
  await refuseWritten(page, "Save", page.getByRole("textbox", { name: "Instructions" }), "# One rule\n");
  await expect(page.getByLabel("Describe what changes and why")).toHaveValue("It is shorter");
  await cancel();
  await expect(rules).toBeVisible();
  await page.getByRole("button", { name: "Propose a change" }).press("Enter");
  await refuseWritten(page, "Propose", page.getByLabel("Proposed instructions"), "# Two rules\n");
  await cancel();

  await page.getByRole("link", { name: /^Proposals/ }).press("Enter");
  const card = page.getByRole("article").filter({ hasText: "Some more" });
  for (const name of ["Accept", "Reject"])
    await refuse(
      page,
      () => card.getByRole("button", { name }).press("Enter"),
      isThere(card.getByText("Open", { exact: true })),
    );
  await page.goto(`${path}/instructions/versions/1`);
  const restore = page.getByRole("button", { name: "Restore this version" });
  await refuse(page, () => restore.press("Enter"), isThere(restore));

  const kind = "spec" as const;
  await ada.call(putProjectFormat, { params: { ...params, kind }, body: { markdown: "# Our format\n" } });
  await page.goto(`${path}/formats/${kind}`);
  const remove = page.getByRole("button", { name: "Delete this project format" });
  await refuse(page, () => remove.press("Enter"), isThere(page.getByRole("heading", { name: "Our format" })));
  await page.keyboard.press("e");
  await refuseWritten(page, "Save", page.getByLabel("Format", { exact: true }), "# Another format\n");
  await cancel();

  const markdown = "---\nname: pricing\ndescription: How we price.\n---\n\n# Pricing\n";
  await ada.call(putProjectSkill, { params: { ...params, slug: "pricing" }, body: { markdown } });
  await page.goto(`${path}/skills/pricing`);
  const dialog = dialogOf(page);
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  const deleteSkill = dialog.getByRole("button", { name: "Delete skill" });
  await refuse(page, () => deleteSkill.press("Enter"), isThere(deleteSkill));
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await page.keyboard.press("e");
  await refuseWritten(page, "Save", page.getByLabel("SKILL.md"), markdown.replace("# Pricing", "# Prices"));
  await cancel();
  await page.goto(`${path}/skills`);
  await page.getByRole("button", { name: "Import" }).press("Enter");
  const archive = { name: "skills.zip", mimeType: "application/zip", buffer: Buffer.from("No archive") };
  await dialog.getByLabel("Archive").setInputFiles(archive);
  const way = dialog.getByLabel("If a skill with that name exists");
  await way.selectOption("skip");
  await refuse(
    page,
    () => dialog.getByRole("button", { name: "Import" }).press("Enter"),
    () => expect(way).toHaveValue("skip"),
  );
});

test("Whatever the error, a refused upload, refresh, edit or deletion of a source changes nothing", {
  tag: "@postgresql",
}, async ({ page }) => {
  const { path, params, ada } = await projectOf("Refused to be read");
  const body = { title: "Notes", text: "What guests said." };
  const { source } = await ada.call(createProjectSource, { params, body });
  await ada.call(createProjectSource, { params, body: { title: "A page", text: "Prices." } });
  // The service reads no page of this machine.
  await showOtherwise(page, "**/context?**", ({ sources }: { sources: { title: string }[] }) => ({
    sources: sources.map((one) => (one.title === "A page" ? { ...one, sourceKind: "URL" } : one)),
  }));
  await page.goto(`${path}/context/${source.id}`);
  const edit = page.getByRole("button", { name: "Edit" });
  await edit.press("Enter");
  await refuseWritten(page, "Save", page.getByLabel("Text", { exact: true }), "What the bank said.");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");

  await page.clock.install();
  await page.goto(`${path}/context`);
  const dialog = dialogOf(page);
  const list = page.getByRole("list", { name: "Files you added" });
  const file = { name: "prices.md", mimeType: "text/markdown", buffer: Buffer.from("# Prices\n") };
  let isUploaded = false;
  const upload = async () => {
    if (isUploaded) return list.getByRole("button", { name: "Send prices.md again" }).press("Enter");
    isUploaded = true;
    return page.getByLabel("Files to upload").setInputFiles(file);
  };
  await refuse(page, upload, isThere(list.getByText("prices.md", { exact: true })));
  const row = page.locator("[data-item]", { hasText: "Notes" });
  const choose = async (act: string, title = "Notes") => {
    await page.getByRole("button", { name: `More actions for ${title}` }).press("Enter");
    await pressItem(page, page.getByRole("menuitem", { name: act }));
  };
  await choose("Rename or move…");
  await dialog.getByLabel("Title").fill("Other notes");
  await refuse(
    page,
    () => dialog.getByRole("button", { name: "Save" }).press("Enter"),
    async () => {
      await expect(row).toHaveCount(1);
      await expect(dialog.getByLabel("Title")).toHaveValue("Other notes");
    },
  );
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await page.getByRole("button", { name: /^Add a web page/ }).press("Enter");
  await dialog.getByLabel("Address").fill("https://example.com/prices");
  await refuse(
    page,
    () => dialog.getByRole("button", { name: "Add page" }).press("Enter"),
    () => expect(dialog.getByLabel("Address")).toHaveValue("https://example.com/prices"),
  );
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  const ofPage = page.locator("[data-item]", { hasText: "A page" });
  await refuse(page, () => choose("Refresh the page", "A page"), isThere(ofPage));
  const remove = async () => {
    await choose("Delete");
    await expect(row).toHaveCount(0);
    await page.clock.runFor(11_000);
  };
  await refuse(page, remove, isThere(row));
  const { sources } = await ada.call(listProjectContext, { params, query: {} });
  // Other tests change the workspace's sources.
  const own = sources.filter(({ scope }) => scope === source.scope);
  expect(own.map(({ title }) => title).sort()).toEqual(["A page", "Notes"]);
});
