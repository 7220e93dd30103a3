import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";

/** The refusals that a change can get, by their status. */
const codes = {
  403: "forbidden",
  404: "not_found",
  409: "revision_conflict",
  412: "precondition_failed",
  429: "rate_limited",
  503: "unavailable",
};

/** Everything that a page sends but its token, which it needs to read anything. */
const sends = /\/(v1|console)\/(?!token$)/;
let count = 0;

/** Tells whether a request changes nothing: the preview of a push is read by a POST, whenever something may have changed it. */
const isReading = (request: Request) =>
  request.method() === "GET" ||
  (request.url().endsWith("/push") && (request.postData() ?? "").includes('"dryRun":true'));

/**
 * Answers everything that a page sends with one refusal after the other, each of which `tryIt` brings about by sending
 * something, and nothing twice. No two messages are the same, so that none is taken for an earlier one that still shows.
 */
export async function refuseEach(page: Page, tryIt: (message: string) => Promise<void>): Promise<void> {
  let sent: string[] = [];
  let refusal = { status: 0, code: "", message: "" };
  const answer = (route: Route) => {
    const request = route.request();
    if (isReading(request)) return route.fallback();
    sent.push(`${request.method()} ${request.url()}`);
    const { status, ...error } = refusal;
    return route.fulfill({ status, headers: { "retry-after": "600" }, json: { error } });
  };
  await page.route(sends, answer);
  for (const [status, code] of Object.entries(codes)) {
    const message = `This was refused with ${status}, as number ${++count}.`;
    sent = [];
    refusal = { status: Number(status), code, message };
    await tryIt(message);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent).toEqual([...new Set(sent)]);
  }
  await page.unroute(sends, answer);
}

/** Does something that is refused in every way: each time that is said, and then all is as it was before. */
export const refuse = (
  page: Page,
  act: () => Promise<unknown>,
  isAsBefore: () => Promise<unknown>,
): Promise<void> =>
  refuseEach(page, async (message) => {
    await act();
    // Nothing is pressed by a pointer to close the message, which would close a dialog, too.
    const isSeen = await page.getByText(message).evaluate((said) => {
      const isVisible = said.checkVisibility();
      const around = said.closest('[role="dialog"], [role="alertdialog"]');
      around?.querySelector<HTMLElement>('[aria-label="Close this message"]')?.click();
      return isVisible;
    });
    expect(isSeen).toBe(true);
    await isAsBefore();
  });

/** Turns a switch, which goes back to where it was and says why, whatever the service says. */
export const refuseSwitch = (page: Page, box: Locator, isOn: boolean): Promise<void> =>
  refuse(
    page,
    () => box.press("Space"),
    () => expect(box).toBeChecked({ checked: isOn }),
  );

/** Sends a form by its button, which is refused, while what was typed into a field of it stays. */
export async function refuseTyped(
  page: Page,
  within: Locator,
  field: Locator,
  action: string,
): Promise<void> {
  const typed = await field.inputValue();
  await refuse(
    page,
    () => within.getByRole("button", { name: action, exact: true }).press("Enter"),
    () => expect(field).toHaveValue(typed),
  );
}

/** Shows a page other things than the service answers at an address. */
export const showOtherwise = <T>(page: Page, address: string, change: (answer: T) => unknown) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: change((await response.json()) as T) });
  });

/** Returns a check that something is shown. */
export const isThere = (what: Locator) => () => expect(what).toBeVisible();
