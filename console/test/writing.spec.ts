import { uploadDocumentFile } from "@groundplan/contract";
import type { Page } from "@playwright/test";
import { png } from "../../server/test/pictures.ts";
import { edit, editorOf, saved, specOf } from "./specs.ts";
import { expect, expectAccessibleByDayAndNight, test } from "./watched.ts";

const phone = { width: 390, height: 844 };

async function checkBoth(page: Page) {
  const size = page.viewportSize();
  await expectAccessibleByDayAndNight(page);
  await page.setViewportSize(phone);
  await expectAccessibleByDayAndNight(page);
  if (size) await page.setViewportSize(size);
}

const text = `# A title

Some **bold**, *italic*, ~~gone~~ and \`code()\` with [a link](https://acme.example/x).

- one
  - two

> a quote

---

\`\`\`ts
const a = "string"; // comment
\`\`\`

![other](https://other.example/x.png)

Last`;

test("The text looks as it will while it is written, and its bytes stay", async ({ page }) => {
  const { path, textNow } = await specOf("Rendered", text);
  await edit(page, path);
  const field = editorOf(page);
  const shown = () => field.evaluate((content: HTMLElement) => content.innerText);
  await expect.poll(shown).toContain("Some bold, italic, gone and code() with a link.");
  await expect(field).toContainText("• one");
  await expect(field.getByRole("separator")).toBeVisible();
  await expect(field.locator(".cm-quote")).toHaveText("a quote");
  await expect(field.locator(".cm-code-keyword")).toHaveText("const");
  await expect(field.locator(".cm-code-comment")).toHaveText("// comment");
  // A picture of another host stays a link.
  await expect(field.locator(".cm-link", { hasText: "other" })).toBeVisible();
  await expect(field.locator("img[src]")).toHaveCount(0);
  await checkBoth(page);
  // The marks are shown where the cursor comes to them, and it passes through them.
  await page.keyboard.press("ControlOrMeta+Home");
  await expect(field).toContainText("# A title");
  await page.keyboard.press("ArrowDown");
  await expect(field).not.toContainText("# A title");
  await page.keyboard.press("ArrowDown");
  for (let step = 0; step < "Some ".length; step++) await page.keyboard.press("ArrowRight");
  await expect(field).toContainText("**bold**");
  for (let step = 0; step < "**bold**, ".length; step++) await page.keyboard.press("ArrowRight");
  await expect(field).not.toContainText("**bold**");
  await page.keyboard.type("and ");
  await expect(saved(page)).toBeVisible();
  expect(await textNow()).toBe(text.replace("*italic*", "and *italic*"));
});

test("A task's box is pressed by the mouse or by a key, and changes one character", async ({ page }) => {
  const tasks = "- [ ] one\r\n- [x] two\r\n\r\nLast\r\n";
  const { path, textNow } = await specOf("Boxes", tasks);
  await edit(page, path);
  const [one, two] = [
    page.getByRole("checkbox", { name: "one" }),
    page.getByRole("checkbox", { name: "two" }),
  ];
  await expect(two).toBeChecked();
  await one.click();
  await expect(one).toBeChecked();
  await expect(editorOf(page)).toBeFocused();
  await expect.poll(textNow).toBe(tasks.replace("[ ]", "[x]"));
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await page.keyboard.press("ControlOrMeta+Enter");
  await expect(two).not.toBeChecked();
  await expect.poll(textNow).toBe("- [x] one\r\n- [ ] two\r\n\r\nLast\r\n");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(two).toBeChecked();
  await checkBoth(page);
});

test("A link opens by Ctrl and a click, or by Alt+Enter, unless it could run something", async ({ page }) => {
  const { path } = await specOf(
    "Links",
    "[A page](/projects) and [a script](javascript:alert%281%29)\n\nLast",
  );
  await edit(page, path);
  await page.evaluate(() => {
    window.open = (address, target, features) => {
      document.body.dataset.opened = `${document.body.dataset.opened ?? ""}${address} ${target} ${features};`;
      return null;
    };
  });
  const opened = () => page.evaluate(() => document.body.dataset.opened);
  const one = new URL("/projects", page.url()).href;
  await editorOf(page)
    .getByText("a script")
    .click({ modifiers: ["ControlOrMeta"] });
  await editorOf(page)
    .getByText("A page")
    .click({ modifiers: ["ControlOrMeta"] });
  expect(await opened()).toBe(`${one} _blank noopener,noreferrer;`);
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.press("Alt+Enter");
  expect(await opened()).toBe(`${one} _blank noopener,noreferrer;`.repeat(2));
});

test("A picture of the text is shown in it, and its source where the cursor is", async ({ page }) => {
  const { path, now, ada } = await specOf("Shown picture", "Words.");
  const { file } = await ada.call(uploadDocumentFile, {
    params: { documentId: (await now()).id },
    body: { file: [new File([new Uint8Array(png(40, 30))], "quay.png")] },
  });
  await edit(page, path);
  await page.keyboard.type(`\n\n![The quay](${file.path})\n\nMore`);
  const picture = editorOf(page).getByRole("img", { name: "The quay" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
  await expect(editorOf(page)).not.toContainText(file.path);
  await checkBoth(page);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(editorOf(page)).toContainText(file.path);
  await expect(picture).toBeVisible();
});

test("A table is written by keys: Tab and Shift+Tab move, Enter adds rows, and the menu adds columns", async ({
  page,
}) => {
  const { path, textNow } = await specOf("Table", "Words.");
  await edit(page, path);
  await page.keyboard.press("Enter");
  await page.keyboard.type("/tab");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Kind");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Price");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Boat");
  await page.keyboard.press("Tab");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await page.keyboard.type("9");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.type("Quay");
  const rows = "| Boat | 7 |\n| Quay | 9 |";
  await expect.poll(textNow).toBe(`Words.\n\n| Kind | Price |\n| --- | --- |\n${rows}`);
  await expect(editorOf(page).locator(".cm-row")).toHaveCount(3);
  await checkBoth(page);
  await page.keyboard.type(" /add a c");
  await page.keyboard.press("Enter");
  await page.keyboard.type("x");
  await expect
    .poll(textNow)
    .toContain("| Kind |  | Price |\n| --- | --- | --- |\n| Boat |  | 7 |\n| Quay  | x | 9 |");
  await page.keyboard.press("ControlOrMeta+Shift+Backspace");
  await expect.poll(textNow).not.toContain("Quay");
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(textNow).toContain("| Quay  | x | 9 |");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("\nBelow");
  await expect.poll(textNow).toMatch(/\| Quay {2}\| x \| 9 \|\n+Below$/);
});

test("Keys format the selection, and once more take it back; an address pasted onto words links them", async ({
  page,
}) => {
  const { path, textNow } = await specOf("Formats", "One word");
  await edit(page, path);
  await page.keyboard.press("ControlOrMeta+Shift+M");
  const shown = () => editorOf(page).evaluate((field: HTMLElement) => field.innerText.trim());
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  for (const [key, wanted] of [
    ["b", "One **word**"],
    ["i", "One *word*"],
    ["e", "One `word`"],
    ["Shift+X", "One ~~word~~"],
    ["Shift+Digit8", "- One word"],
    ["Shift+Digit7", "1. One word"],
    ["Shift+Digit9", "- [ ] One word"],
    ["Alt+Digit2", "## One word"],
    ["Alt+KeyC", "```\nOne word\n```"],
    ["Shift+Period", "> One word"],
  ] as const) {
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await expect.poll(shown).toBe(wanted);
    await page.keyboard.press(`ControlOrMeta+${key}`);
    await expect.poll(shown).toBe("One word");
  }
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("https://acme.example");
  await expect.poll(shown).toBe("One [word](https://acme.example)");
  await page.keyboard.press("ControlOrMeta+k");
  await expect.poll(shown).toBe("One word");
  await editorOf(page).evaluate((field) => {
    const data = new DataTransfer();
    data.setData("text/plain", "https://acme.example/pasted");
    field.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data }),
    );
  });
  await expect.poll(textNow).toBe("One [word](https://acme.example/pasted)");
});

test("A bar for the selection is reached by Alt+F10, and its buttons by arrows", async ({ page }) => {
  const { path, textNow } = await specOf("Bar", "One word");
  await edit(page, path);
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  await expect(bar).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await expect(bar).toBeVisible();
  await checkBoth(page);
  await page.keyboard.press("Alt+F10");
  await expect(bar.getByRole("button", { name: "Bold" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(bar.getByRole("button", { name: "Italic" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(textNow).toBe("One *word*");
  await expect(bar.getByRole("button", { name: "Italic" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  await expect.poll(textNow).toBe("> One *word*");
  await page.keyboard.press("Escape");
  await expect(editorOf(page)).toBeFocused();
  // By touch at the width of a phone.
  await page.setViewportSize(phone);
  await bar.getByRole("button", { name: "Bold" }).click();
  await expect.poll(textNow).toBe("> One ***word***");
  await expect(editorOf(page)).toBeFocused();
});

test("A bar is shown for what a finger selects, too", async ({ page }) => {
  const { path } = await specOf("Touched", "One word");
  await edit(page, path);
  // A tap, whose mouse events come behind its own.
  await editorOf(page).evaluate((field) => {
    const init = { bubbles: true, button: 0, pointerType: "touch" };
    field.dispatchEvent(new PointerEvent("pointerdown", init));
    field.dispatchEvent(new PointerEvent("pointerup", init));
    for (const type of ["mousedown", "mouseup"]) field.dispatchEvent(new MouseEvent(type, init));
  });
  await page.keyboard.press("ControlOrMeta+a");
  await expect(page.getByRole("toolbar", { name: "Formatting" })).toBeVisible();
});

test("A slash opens a menu of everything, which filters, and stays text if nothing is chosen", async ({
  page,
}) => {
  const { path, textNow } = await specOf("Slash", "Either");
  await edit(page, path);
  const menu = page.getByRole("listbox", { name: "Insert" });
  await page.keyboard.type(" /");
  await expect(menu).toBeVisible();
  await expect(editorOf(page)).toHaveAttribute("aria-activedescendant", "slash-0");
  await checkBoth(page);
  // All of it scrolls by the wheel, and by the arrow keys to what they choose.
  await expect(menu.getByRole("option")).toHaveCount(14);
  const last = menu.getByRole("option", { name: "Criterion" });
  await expect(last).not.toBeInViewport();
  await menu.hover();
  await page.mouse.wheel(0, 1000);
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("ArrowDown");
  await expect(menu.getByRole("option").nth(1)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(last).toHaveAttribute("aria-selected", "true");
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.type(" or");
  await expect(menu).toHaveCount(0);
  await page.keyboard.type(" and/or /he");
  await expect(menu.getByRole("option")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(editorOf(page)).toBeFocused();
  await expect.poll(textNow).toBe("Either / or and/or /he");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/heading");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Title");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/todo");
  await page.keyboard.press("Enter");
  await page.keyboard.type("do it");
  await expect.poll(textNow).toBe("Either / or and/or /he\n\n## Title\n- [ ] do it");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/criteria");
  await page.keyboard.press("Enter");
  await page.keyboard.type("It is done");
  await expect.poll(textNow).toContain("## Acceptance criteria\n\n1. AC-1: It is done");
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.type(" /pict");
  await page.keyboard.press("Enter");
  await (await chooser).setFiles({ name: "a.png", mimeType: "image/png", buffer: png(4, 3) });
  await expect.poll(textNow).toMatch(/It is done !\[a\]\(\/v1\/files\//);
});

test("Words are found and replaced in the text, and Escape returns to it", async ({ page }) => {
  const { path, textNow } = await specOf("Found", "A boat, a boat and a quay");
  await edit(page, path);
  await page.keyboard.press("ControlOrMeta+f");
  const find = page.getByRole("textbox", { name: "Find" });
  await expect(find).toBeFocused();
  await page.keyboard.type("boat");
  await expect(page.locator(".cm-searchMatch")).toHaveCount(2);
  const count = page.getByRole("status").filter({ hasText: /match| of \d/ });
  await expect(count).toHaveText("2 matches");
  await page.keyboard.press("Enter");
  await expect(count).toHaveText("1 of 2");
  await page.keyboard.press("Enter");
  await expect(count).toHaveText("2 of 2");
  await checkBoth(page);
  await page.getByRole("textbox", { name: "Replace" }).fill("ship");
  await page.getByRole("button", { name: "replace all" }).press("Enter");
  await expect.poll(textNow).toBe("A ship, a ship and a quay");
  await find.press("Escape");
  await expect(find).toHaveCount(0);
  await expect(editorOf(page)).toBeFocused();
});

test("The panel of find stays below the head of a scrolled text, and counts to a thousand", async ({
  page,
}) => {
  const lines = Array.from({ length: 1200 }, (_, n) => `A boat, number ${n + 1}.`);
  const { path } = await specOf("Found far below", lines.join("\n\n"));
  await edit(page, path);
  await page.keyboard.press("ControlOrMeta+f");
  await expect(page.getByRole("textbox", { name: "Find" })).toBeFocused();
  await page.keyboard.type("boat");
  await expect(page.getByText("1000+ matches")).toBeVisible();
  await page.getByRole("button", { name: "previous" }).click();
  await expect(page.locator(".cm-searchMatch-selected")).toBeInViewport({ ratio: 1 });
  const raw = await page.getByRole("button", { name: "Raw text" }).boundingBox();
  const find = await page.getByRole("textbox", { name: "Find" }).boundingBox();
  expect(find?.y).toBeGreaterThan((raw?.y ?? 0) + (raw?.height ?? 0));
  await page.getByRole("textbox", { name: "Find" }).press("ControlOrMeta+a");
  await page.keyboard.type("number 1.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  const match = await page.locator(".cm-searchMatch-selected").boundingBox();
  const panel = await page.locator(".cm-search").boundingBox();
  expect(match?.y).toBeGreaterThanOrEqual((panel?.y ?? 0) + (panel?.height ?? 0));
});

test("On a phone the buttons above the text are one row that scrolls, each large enough for a finger", async ({
  page,
}) => {
  const { path } = await specOf("Small", "Words.");
  await page.setViewportSize(phone);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await edit(page, path);
  const criterion = page.getByRole("button", { name: "Add a criterion" });
  const raw = page.getByRole("button", { name: "Raw text" });
  const [first, last] = [await criterion.boundingBox(), await raw.boundingBox()];
  expect(first?.height).toBeGreaterThanOrEqual(40);
  expect(last?.y).toBe(first?.y);
  await expectAccessibleByDayAndNight(page);
  await raw.focus();
  await expect(raw).toBeInViewport({ ratio: 1 });
  await raw.press("Enter");
  await raw.press("Enter");
  await editorOf(page).focus();
  await page.keyboard.press("ControlOrMeta+a");
  const bar = page.getByRole("toolbar", { name: "Formatting" });
  const [bold, quote] = [
    bar.getByRole("button", { name: "Bold" }),
    bar.getByRole("button", { name: "Quote" }),
  ];
  expect((await quote.boundingBox())?.y).toBe((await bold.boundingBox())?.y);
  expect((await bold.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await expectAccessibleByDayAndNight(page);
  await page.keyboard.press("Alt+F10");
  await page.keyboard.press("End");
  await expect(quote).toBeFocused();
  await expect(quote).toBeInViewport({ ratio: 1 });
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: false });
});

test("An empty text says what to do, and one key shows every text as it is written", async ({ page }) => {
  const { path } = await specOf("Raw", "");
  await edit(page, path);
  await expect(editorOf(page)).toContainText("Write, or press / for headings");
  await checkBoth(page);
  await page.keyboard.type("**bold** words");
  await expect(editorOf(page)).not.toContainText("**");
  await page.keyboard.press("ControlOrMeta+Shift+M");
  await expect(editorOf(page)).toContainText("**bold** words");
  const button = page.getByRole("button", { name: "Raw text" });
  await expect(button).toHaveAttribute("aria-pressed", "true");
  await expect(saved(page)).toBeVisible();
  await page.goto("/");
  await edit(page, path);
  await expect(editorOf(page)).toContainText("**bold** words");
  await button.press("Enter");
  await page.keyboard.press("Escape");
  await expect(button).toHaveAttribute("aria-pressed", "false");
});

test("Words typed over a selection replace it, whatever it looked like", async ({ page }) => {
  const { path, textNow } = await specOf("Typed over", `${text}\n\n**bold**`);
  await edit(page, path);
  await page.keyboard.press("Shift+Home");
  await page.keyboard.type("plain");
  await expect.poll(textNow).toBe(`${text}\n\nplain`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("All gone");
  await expect.poll(textNow).toBe("All gone");
});

test("What is beside the text never disturbs typing: its status, its buttons, an unknown choice, a chosen name", async ({
  page,
}) => {
  const { path, textNow } = await specOf("Calm", "```ts\nconst a = 1\n```\n\nLast");
  await page.setViewportSize({ width: 1280, height: 860 });
  await edit(page, path);
  const field = editorOf(page);
  await expect(field.locator(".cm-code").nth(1)).toHaveCSS("font-family", /monospace/);
  const top = () => field.evaluate((content) => content.getBoundingClientRect().top);
  await expect(saved(page)).toBeVisible();
  const before = await top();
  await page.keyboard.type(" words");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  expect(await top()).toBe(before);
  await page.getByRole("button", { name: "Raw text" }).click();
  await page.getByRole("button", { name: "Raw text" }).click();
  await page.keyboard.type(" of #1");
  await expect(page.getByRole("option", { name: "Calm: one" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type(", and");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.type("/mermaid");
  await page.keyboard.press("Enter");
  await page.keyboard.type("A --> B");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\n\n/unknown");
  await page.keyboard.press("Escape");
  await expect(field).toBeFocused();
  await expect
    .poll(textNow)
    .toBe(
      "```ts\nconst a = 1\n```\n\nLast words of SPEC-1, and\n\n```mermaid\nflowchart TD\n  A --> B\n```\n\n/unknown",
    );
});
