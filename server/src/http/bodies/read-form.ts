import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import type { Multipart, Upload } from "@groundplan/contract";
import { ApiError, invalid, invalidHead } from "../../errors.ts";
import type { FileBatch } from "../../files/file-batch.ts";

/** Bytes per text field, and number of fields. */
const fieldBytes = 64 * 1024;
const mostFields = 100;

/** A multipart body: text fields by name, and files under `file`. */
export type Form = Record<string, string | Upload[]>;

/**
 * Reads a multipart body part by part, adding its files to `batch` with backpressure, or draining them without
 * one. Throws at the first invalid part or on abort, leaving the rest unread.
 */
export async function readForm(
  request: IncomingMessage,
  limits: Multipart,
  batch: FileBatch | null,
  signal: AbortSignal,
): Promise<Form> {
  const form = new Map<string, string | Upload[]>();
  const files: Upload[] = [];
  const streams: Readable[] = [];
  const ofStreams = new Set<unknown>();
  const parser = parserOf(request, limits);
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  failure.catch(() => {});
  let added: Promise<void> = Promise.resolve();

  parser.on("field", (name: string | undefined, value, _nameCut, valueCut) => {
    if (name === undefined) return fail(nameless());
    if (name === "file") return fail(invalid("/file", "must be a file: send it with a file name"));
    if (valueCut) return fail(tooLong(name));
    if (form.has(name)) return fail(invalid(`/${name}`, "is there twice"));
    form.set(name, value);
  });
  parser.on("file", (name: string | undefined, bytes, fileName: string | undefined, _encoding, mediaType) => {
    // The storing side gets the error, and reports its own through the stream.
    bytes.on("error", (error) => ofStreams.add(error));
    if (name === undefined) fail(nameless());
    else if (name !== "file") fail(invalid(`/${name}`, "is no known file: files have the name `file`"));
    streams.push(bytes);
    files.push({ name: fileName ?? "", mediaType, fileId: "", sha256: "", bytes: 0 });
    added = added.then(() => (batch ? batch.add(bytes) : drain(bytes)));
    added.catch((error) => fail(ofStreams.has(error) ? broken() : error));
  });
  parser.on("filesLimit", () => fail(tooMany(limits.files)));
  parser.on("fieldsLimit", () => fail(invalidHead(`it has more than ${mostFields} text fields`)));
  parser.on("error", () => fail(broken()));
  request.once("error", fail);
  signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  try {
    request.pipe(parser);
    await Promise.race([once(parser, "finish"), failure]);
    await Promise.race([added, failure]);
    for (const [n, file] of ((await batch?.close()) ?? []).entries()) Object.assign(files[n] ?? {}, file);
  } catch (error) {
    request.unpipe(parser);
    for (const bytes of streams) bytes.destroy(error as Error); // Otherwise the storing side would wait for the rest.
    throw error;
  } finally {
    request.off("error", fail);
  }
  if (files.length > 0) form.set("file", files);
  return Object.fromEntries(form);
}

function parserOf({ headers }: IncomingMessage, limits: Multipart) {
  try {
    return new Busboy({
      headers: headers as { "content-type": string },
      preservePath: true, // The endpoint validates names.
      limits: {
        files: limits.files,
        fields: mostFields,
        fieldSize: fieldBytes,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
  } catch {
    throw invalidHead("its Content-Type has no boundary");
  }
}

function drain(bytes: Readable): Promise<void> {
  bytes.resume();
  return finished(bytes, { cleanup: true });
}

const broken = () =>
  invalidHead("its body is no whole multipart/form-data with the boundary that its Content-Type names");
const nameless = () => invalidHead("each part needs a name in its Content-Disposition");
const tooMany = (most: number) =>
  new ApiError(
    "payload_too_large",
    `A request may have ${most} ${most === 1 ? "file" : "files"}. Send fewer at once.`,
  );
const tooLong = (name: string) =>
  new ApiError("payload_too_large", `${name} is over the limit of a text field. Send less.`);
