import { OutboundError } from "../../../outbound/errors.ts";
import { measured } from "../../../outbound/measured.ts";
import { open } from "../../../secrets/seal.ts";
import { workspaceKey } from "../../../secrets/workspace-key.ts";
import type { Context } from "../../context.ts";
import { noteDevices } from "../sending/note-devices.ts";
import type { Sending } from "../sending/read-notices.ts";
import { unavailablePush } from "../unavailable.ts";
import { forgetDevice, mostDevices } from "./devices.ts";
import { pushKeysOf } from "./push-keys.ts";
import { cellOfDevice, type DeviceRow, devicesOf } from "./store.ts";

/** Seconds for which a push service keeps a push for a browser that is away. */
const keptSeconds = 24 * 3600;
const timeoutMs = 15_000;
const longestTitle = 200;

type Keys = NonNullable<Awaited<ReturnType<typeof pushKeysOf>>>;

/** Pushes a notice to its member's devices: title and address, no text. Throws if a retry may help. */
export async function pushNotice(
  context: Context,
  { key, notice, row }: Sending,
  signal: AbortSignal,
): Promise<"sent" | "failed" | "dropped"> {
  const { workspaceId } = key;
  const devices = await devicesOf(context.db, key, "", mostDevices);
  const keys = unavailablePush(context) === null ? await pushKeysOf(context, workspaceId) : null;
  if (!keys || devices.length === 0) return "dropped";
  const reached = new Set<string>(row.devices === null ? [] : JSON.parse(row.devices));
  const title = `${notice.actorName} ${notice.activity}${notice.documentTitle && `: ${notice.documentTitle}`}`;
  const payload = JSON.stringify({ title: title.slice(0, longestTitle), url: notice.url });
  const missing = devices.filter(({ id }) => !reached.has(id));
  // In parallel: reach was checked a moment ago, and a slow push service must not age that check.
  const sent = await Promise.allSettled(
    missing.map((device) => pushTo(context, keys, device, payload, signal)),
  );
  signal.throwIfAborted();
  const failed = sent.find((result) => result.status === "rejected");
  if (!failed) return "sent";
  for (const [index, { id }] of missing.entries()) if (sent[index]?.status === "fulfilled") reached.add(id);
  await context.writer.run(noteDevices, { ...key, devices: [...reached] });
  throw failed.reason;
}

/** Sends to one device, which is forgotten if its push service doesn't know it. Throws if a retry may help. */
async function pushTo(
  context: Context,
  { publicKey, privateKey }: Keys,
  device: DeviceRow,
  payload: string,
  signal: AbortSignal,
): Promise<void> {
  const { workspace_id: workspaceId, id, endpoint } = device;
  const dataKey = await workspaceKey(context, workspaceId);
  const opened = open(dataKey, cellOfDevice(workspaceId, device.endpoint_hash), device.sealed_keys);
  const { generateRequestDetails } = (await import("web-push")).default;
  const { headers, body } = generateRequestDetails({ endpoint, keys: JSON.parse(opened) }, payload, {
    vapidDetails: { subject: subjectOf(context), publicKey, privateKey },
    TTL: keptSeconds,
    contentEncoding: "aes128gcm",
    urgency: "normal",
  });
  const { "Content-Length": _, ...own } = headers;
  const { status } = await measured(
    context,
    "web_push",
    context.outbound.fetch,
  )(endpoint, {
    method: "POST",
    headers: Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(body),
    redirect: "manual",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    statusOnly: true,
    maxBytes: 64 * 1024,
  });
  if (status >= 200 && status < 300) return;
  const host = new URL(endpoint).host;
  if (status === 404 || status === 410) {
    await context.writer.run(forgetDevice, { workspaceId, id });
    return;
  }
  context.log.warn({ host, status }, "a push was not taken");
  // Repeating what the push service finds wrong is pointless.
  if (status === 429 || status >= 500) throw new OutboundError("status");
}

/** Returns whom a push service may ask about the sender; it takes https and mail addresses only. */
function subjectOf({ publicUrl, config }: Pick<Context, "publicUrl" | "config">): string {
  const address = publicUrl();
  if (address.startsWith("https:")) return address;
  return `mailto:${/[^\s<>]+@[^\s<>]+/.exec(config.mail?.from ?? "")?.[0] ?? "groundplan@localhost"}`;
}
