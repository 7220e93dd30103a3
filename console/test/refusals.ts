import { expect, type Locator, type Page, type Request, type Route } from "@playwright/test";

const codes = {
  403: "forbidden",
  404: "not_found",
  409: "revision_conflict",
  412: "precondition_failed",
  429: "rate_limited",
  503: "unavailable",
};

/** Not the token, which every read needs. */
const sends = /\/(v1|console)\/(?!token$)/;
let count = 0;

/** The preview of a push is a POST. */
// Presence is told from time to time, whatever else is done.
const isReading = (request: Request) =>
  request.method() === "GET" ||
  request.url().endsWith("/presence") ||
  (request.url().endsWith("/push") && (request.postData() ?? "").includes('"dryRun":true'));

/**
 * Answers all requests with each refusal in turn; `tryIt` must send something each time, and nothing twice.
 * Messages are unique, as earlier ones may still show.
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

/** Expects a message and an unchanged state under every refusal. */
export const refuse = (
  page: Page,
  act: () => Promise<unknown>,
  isAsBefore: () => Promise<unknown>,
): Promise<void> =>
  refuseEach(page, async (message) => {
    await act();
    // A press outside would close a dialog too.
    const isSeen = await page.getByText(message).evaluate((said) => {
      const isVisible = said.checkVisibility();
      const around = said.closest('[role="dialog"], [role="alertdialog"]');
      around?.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.click();
      return isVisible;
    });
    expect(isSeen).toBe(true);
    await isAsBefore();
  });

/** Expects a rollback with a message under every refusal. */
export const refuseSwitch = (page: Page, box: Locator, isOn: boolean): Promise<void> =>
  refuse(
    page,
    () => box.press("Space"),
    () => expect(box).toBeChecked({ checked: isOn }),
  );

/** Expects the input to stay under every refusal. */
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

/** Modifies the service's answers. */
export const showOtherwise = <T>(page: Page, address: string, change: (answer: T) => unknown) =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    return route.fulfill({ response, json: change((await response.json()) as T) });
  });

export const isThere = (what: Locator) => () => expect(what).toBeVisible();
