import { createPlan, createSpec, getSpec, updatePlan } from "@groundplan/contract";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./watched.ts";
import { programOf } from "./world.ts";

const web = { projectSlug: "web" };

export async function specOf(name: string, content: string) {
  const ada = programOf("ada");
  const { plan } = await ada.call(createPlan, { params: web, body: { name } });
  const planParams = { ...web, planShortId: plan.shortId };
  const body = { title: `${name}: one`, content };
  const { spec } = await ada.call(createSpec, { params: planParams, body });
  const params = { ...planParams, specShortId: spec.shortId };
  return {
    ada,
    params,
    path: `/projects/web/plans/${plan.shortId}/specs/${spec.shortId}`,
    now: async () => (await ada.call(getSpec, { params })).spec,
    hide: () => ada.call(updatePlan, { params: planParams, body: { visibility: "PRIVATE" } }),
    textNow: async () => (await ada.call(getSpec, { params })).spec.content,
  };
}

export const editorOf = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
export const saved = (page: Page) => page.getByText("Saved", { exact: true });

/** Puts the cursor at the end. */
export async function edit(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("button", { name: "Edit" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(editorOf(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+End");
}

/** Pastes or drops a picture; false if the field refuses it. */
export const givePicture = (
  field: Locator,
  type: "paste" | "drop",
  words = "",
  bytes: readonly number[] = [],
): Promise<boolean> =>
  field.evaluate(
    (element, { kind, text, content }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], "a.png", { type: "image/png" }));
      if (text) data.setData("text/plain", text);
      const options = { bubbles: true, cancelable: true };
      const event =
        kind === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data });
      return element.dispatchEvent(event);
    },
    { kind: type, text: words, content: bytes },
  );
