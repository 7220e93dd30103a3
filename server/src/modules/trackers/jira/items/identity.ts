import type { Identity } from "../../tracker.ts";
import { type Fields, partOf } from "../answer.ts";
import { property } from "./bulk-fetch.ts";

/** Returns the label by which Jira's search finds an issue; it knows no properties. */
export const labelOf = ({ clientId }: Identity) => `planning-${clientId}`;

/**
 * Returns true where an issue carries this identity. The marker decides, as people copy labels and clones may copy
 * properties. Issues hold the marker as `mark`.
 */
export function isOf(issue: Fields, { clientId, marker }: Identity): boolean {
  const value = partOf(partOf(issue, "properties"), property);
  return value.mark === marker && value.clientId === clientId;
}
