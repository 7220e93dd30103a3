import type { EventSubject } from "../../events/append.ts";
import { specHandle } from "../handles.ts";
import { aboutSpec } from "../specs/events.ts";

/** Returns the subject and data of a claim's event. */
export const aboutClaim = (
  claim: { id: string },
  plan: Parameters<typeof aboutSpec>[0],
  spec: Parameters<typeof aboutSpec>[1],
): EventSubject & { data: { claimId: string; shortId: string } } => ({
  ...aboutSpec(plan, spec),
  data: { claimId: claim.id, shortId: specHandle(spec.number) },
});
