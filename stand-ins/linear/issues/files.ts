import { randomUUID } from "node:crypto";
import type { Answer } from "../../common/answers.ts";
import type { LogEntry } from "../../common/faults.ts";
import type { Context, LinearSite } from "../site.ts";
import { done } from "./lookup.ts";

type Asked = { contentType: string; filename: string; size: number };

/** A header that Linear's storage demands besides the type. */
const signed = { key: "x-goog-content-length-range", value: "" };

export const fileMutations = {
  fileUpload({ site }: Context, { contentType, filename, size }: Asked) {
    const path = `${randomUUID()}/${encodeURIComponent(filename)}`;
    const assetUrl = `${site.url}/assets/${path}`;
    site.files.set(assetUrl, { filename, contentType, size, bytes: null });
    const headers = [{ ...signed, value: `${size},${size}` }];
    const uploadUrl = `${site.url}/uploads/${path}?signature=s`;
    const uploadFile = { assetUrl, uploadUrl, filename, contentType, size, headers, metaData: null };
    return { ...done(site), uploadFile };
  },
};

export const isUpload = ({ method, path }: Pick<LogEntry, "method" | "path">) =>
  method === "PUT" && path.startsWith("/uploads/");

/** Stores the bytes of an announced file. Google's storage answers the same way. */
export function takeUpload(site: LinearSite, { path, headers, bytes = Buffer.of() }: LogEntry): Answer {
  const asset = `${site.url}/assets/${path.slice("/uploads/".length).split("?")[0]}`;
  const file = site.files.get(asset);
  const { size = -1, contentType } = file ?? {};
  const isAsAnnounced =
    headers["content-type"] === contentType &&
    headers[signed.key] === `${size},${size}` &&
    bytes.length === size &&
    headers.authorization === undefined;
  if (!file || !isAsAnnounced)
    return { status: 403, body: "<Error><Code>SignatureDoesNotMatch</Code></Error>" };
  file.bytes = bytes;
  return { status: 200 };
}
