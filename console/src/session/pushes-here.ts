import { addDevice } from "@groundplan/contract";
import { call } from "../api/call.ts";
import { trusted } from "../base/own-worker.ts";
import { UserError } from "../base/user-error.ts";

/** Each workspace has its own key, and a browser one subscription per scope. */
const scopeOf = (workspaceId: string) => `/push/${workspaceId}/`;

/** True if the browser can take pushes at this address. */
export const takesPushes = (): boolean => "serviceWorker" in navigator && "PushManager" in globalThis;

/** Returns this browser's subscription; null without one. */
export async function subscriptionHere(workspaceId: string): Promise<PushSubscription | null> {
  if (!takesPushes()) return null;
  const registration = await navigator.serviceWorker.getRegistration(scopeOf(workspaceId));
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the user, subscribes this browser, and tells the service. */
export async function subscribeHere(workspaceId: string, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new UserError("This browser blocks notifications from here. Allow them in its settings.");
  // Its scope has no pages, so that it answers no requests.
  const scope = scopeOf(workspaceId);
  const registration = await navigator.serviceWorker.register(trusted("/push.js"), { scope });
  await isActive(registration);
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(options).catch(async () => {
    // A subscription with an earlier key stands in the way.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return registration.pushManager.subscribe(options);
  });
  const { endpoint = "", keys } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  await call(addDevice, { body: { endpoint, keys: { p256dh, auth }, name: nameOfBrowser() } });
}

/** Returns this browser's subscriptions in all workspaces. */
export async function subscriptionsHere(): Promise<PushSubscription[]> {
  if (!takesPushes()) return [];
  const registrations = await navigator.serviceWorker.getRegistrations();
  const found = await Promise.all(registrations.map(({ pushManager }) => pushManager.getSubscription()));
  return found.filter((subscription) => subscription !== null);
}

/** Waits until a new worker may take pushes. */
async function isActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting ?? active;
  if (!worker || worker.state === "activated") return;
  await new Promise<void>((resolve) => {
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve());
  });
}

/** Names the browser and its system, such as "Firefox on Linux". */
function nameOfBrowser(): string {
  const { userAgent } = navigator;
  const find = (names: readonly (readonly [RegExp, string])[], otherwise: string) =>
    names.find(([sign]) => sign.test(userAgent))?.[1] ?? otherwise;
  const browsers = [
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
  ] as const;
  const systems = [
    [/Android/, "Android"],
    [/iPhone|iPad/, "iOS"],
    [/Windows/, "Windows"],
    [/Mac OS/, "macOS"],
    [/Linux/, "Linux"],
  ] as const;
  return `${find(browsers, "A browser")} on ${find(systems, "an unknown system")}`;
}
