import type { Identity } from "../../tracker.ts";
import { type Fields, partOf } from "../answer.ts";
import { property } from "./bulk-fetch.ts";

/** Returns a label, since Jira's search can't find properties. */
export const labelOf = ({ clientId }: Identity) => `planning-${clientId}`;

/** Compares the marker (`mark`) too, since labels and properties get copied. */
export function isOf(issue: Fields, { clientId, marker }: Identity): boolean {
  const value = partOf(partOf(issue, "properties"), property);
  return value.mark === marker && value.clientId === clientId;
}
