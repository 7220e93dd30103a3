import { expect, type Locator, type Page } from "@playwright/test";

/** The refusals that a change can get, by their status. */
const codes = {
  403: "forbidden",
  404: "not_found",
  409: "revision_conflict",
  412: "precondition_failed",
  429: "rate_limited",
  503: "unavailable",
};

/** Closes the message that came last. */
export const closeMessage = (page: Page) => page.locator('[aria-label="Close this message"]').first().click();

/** Answers everything that a page sends with one refusal after the other, each of which `tryIt` brings about. */
export async function refuseEach(page: Page, tryIt: (message: string) => Promise<void>): Promise<void> {
  for (const [status, code] of Object.entries(codes)) {
    const message = `This was refused with ${status}.`;
    await page.route("**/v1/**", (route) =>
      route.request().method() === "GET"
        ? route.fallback()
        : route.fulfill({
            status: Number(status),
            headers: { "retry-after": "600" },
            json: { error: { code, message } },
          }),
    );
    await tryIt(message);
    await page.unroute("**/v1/**");
  }
}

/** Turns a switch, which goes back to where it was and says why, whatever the service says. */
export const refuseSwitch = (page: Page, box: Locator, isOn: boolean): Promise<void> =>
  refuseEach(page, async (message) => {
    await box.click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(box).toBeChecked({ checked: isOn });
    await closeMessage(page);
  });
