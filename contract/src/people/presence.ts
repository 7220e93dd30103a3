import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { discussion, documentParams } from "../knowledge/documents.ts";

export const presenceState = z.enum(["reading", "typing"]);
export type PresenceState = z.infer<typeof presenceState>;

export const PresentPerson = z
  .object({ userId: z.string(), name: z.string(), state: presenceState })
  .meta({ id: "PresentPerson" });
export type PresentPerson = z.infer<typeof PresentPerson>;

/** The data of `presence` on the event stream, which has no number since it isn't stored. */
export interface PresenceMessage {
  type: "presence";
  documentId: string;
  people: PresentPerson[];
}

export const announcePresence = endpoint({
  id: "presence.announce",
  method: "POST",
  path: "/v1/documents/{documentId}/presence",
  summary: "Tell that one reads or types in a document, and see who else does",
  description:
    "Holds for 30 seconds: repeat it every 15, and at once when the state changes. The answer has everybody who is there, the caller included, each person once with their latest state: a key or an app counts as its person. `GET /v1/events` tells whoever can read the document when this changes, as `event: presence` without an `id`, with `{type, documentId, people}` as `data`. Nothing is stored, an `Idempotency-Key` neither: a repeated request runs again. At most 100 people are kept for a document.",
  tag: "Documents",
  params: documentParams,
  query: z.strictObject(discussion),
  body: z.strictObject({ state: presenceState }),
  reply: z.object({ people: z.array(PresentPerson) }),
  errors: ["not_found"],
});
