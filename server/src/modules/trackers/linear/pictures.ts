import type { Fetch } from "../../../outbound/client.ts";
import { type Picture, TrackerError } from "../tracker.ts";
import { fieldsOf, listOf, text, unreadable } from "./answer.ts";
import { ask, type Linear } from "./client.ts";
import { notAnswered } from "./errors.ts";
import { uploadFile } from "./graphql/documents.ts";

/**
 * Uploads a picture and returns its address, which only the workspace's users can open. An upload that was not answered
 * leaves bytes that no text shows.
 */
export async function sendPicture(
  linear: Linear,
  fetch: Fetch,
  { fileName: filename, mediaType: contentType, body }: Picture,
): Promise<string> {
  const { data } = await ask(linear, uploadFile, { contentType, filename, size: body.length });
  const payload = fieldsOf(data.fileUpload);
  if (payload.success !== true) throw unreadable();
  const place = fieldsOf(payload.uploadFile);
  const given = listOf(place.headers).map((one): [string, string] => [text(one, "key"), text(one, "value")]);
  const headers = new Headers([...given, ["content-type", contentType]]);
  if (!headers.has("cache-control")) headers.set("cache-control", "public, max-age=31536000");
  let status: number;
  try {
    const init = { method: "PUT", headers, body, redirect: "manual", statusOnly: true } as const;
    ({ status } = await fetch(text(place, "uploadUrl"), init));
  } catch (error) {
    throw notAnswered(error);
  }
  if (status >= 400 && status < 500)
    throw new TrackerError("refused", "invalid", "Linear's storage refused the file.");
  if (status < 200 || status >= 300)
    throw new TrackerError("unknown", "unreachable", "Linear's storage has a disturbance.");
  return addressOf(text(place, "assetUrl"));
}

/** Throws unless the address can stand in a link. */
function addressOf(url: string): string {
  const address = URL.parse(url);
  if (address && /^https?:$/.test(address.protocol) && !/[\s<>()]/.test(address.href)) return address.href;
  throw unreadable();
}
