import type { Endpoint } from "@groundplan/contract";
import type { FastifyRequest } from "fastify";
import { refusalBefore } from "../../dispatch/execute.ts";
import type { RawRequest } from "../../dispatch/input/raw-request.ts";
import { openFileBatch } from "../../files/file-batch.ts";
import { handlers } from "../../modules/index.ts";
import type { ServerContext } from "../server-context.ts";
import { checkLength, guardBody } from "./guard.ts";
import type { UploadTimes } from "./pace.ts";
import { type Form, readForm } from "./read-form.ts";
import type { SlowBodies } from "./slow-bodies.ts";
import { uploadSlots } from "./upload-slots.ts";

type Body = Pick<RawRequest, "body" | "said" | "refused">;

/**
 * Returns the function that receives a multipart body. Without write access its files are drained instead of
 * stored, since the body's shape is reported first.
 */
export function createReceiver(
  context: ServerContext,
  times: UploadTimes,
  slow: SlowBodies,
): (endpoint: Endpoint, request: FastifyRequest) => Promise<Body> {
  const takeSlot = uploadSlots();
  return async ({ id, multipart, bodyLimit }, { raw, actor, headers, params }) => {
    if (!actor || !multipart) throw new Error(`${id} takes no multipart body, or has no actor`);
    const handler = handlers.get(id);
    checkLength(raw, bodyLimit);
    const giveBack = takeSlot(actor.credentialId);
    try {
      const refused = await refusalBefore(context, handler, actor, params as Record<string, string>);
      if (headers["content-type"] === undefined) return { body: undefined, refused };
      slow.leave(raw);
      const signal = guardBody(context, slow, raw, bodyLimit, times);
      const batch = refused ? null : openFileBatch(context, actor.workspaceId, multipart);
      const body = await readForm(raw, multipart, batch, signal);
      return { body, said: withoutIds(body), refused };
    } finally {
      raw.resume(); // Drains the rest of a refused body.
      giveBack();
    }
  };
}

/** Returns a body without file ids, which differ in a repeated request. */
const withoutIds = (body: Form): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === "fileId" ? undefined : value)));
