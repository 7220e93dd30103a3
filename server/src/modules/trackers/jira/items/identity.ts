import type { Identity } from "../../tracker.ts";
import { type Fields, partOf } from "../answer.ts";
import { property } from "./bulk-fetch.ts";

/** Returns the label for Jira's search, which can't find properties. */
export const labelOf = ({ clientId }: Identity) => `planning-${clientId}`;

/**
 * Checks an issue's identity. The marker decides, since labels and properties get copied. It is stored as
 * `mark`.
 */
export function isOf(issue: Fields, { clientId, marker }: Identity): boolean {
  const value = partOf(partOf(issue, "properties"), property);
  return value.mark === marker && value.clientId === clientId;
}
