import { z } from "zod";

/** Classes of failed outgoing calls. */
export const failureReason = z.enum([
  ...(["tls", "refused", "dns", "timeout", "reset", "blocked_address"] as const),
  ...(["redirect", "status", "too_large"] as const),
]);
export type FailureReason = z.infer<typeof failureReason>;
