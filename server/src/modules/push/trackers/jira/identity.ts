import type { Identity } from "../tracker.ts";
import { property } from "./fetch.ts";
import { type Fields, partOf } from "./read.ts";

/** Found by Jira's search, which knows no properties. */
export const labelOf = ({ clientId }: Identity) => `planning-${clientId}`;

/** Labels are copied by people, and properties may be by a clone; the mark can't be made up. */
export function isOf(issue: Fields, { clientId, mark }: Identity): boolean {
  const value = partOf(partOf(issue, "properties"), property);
  return value.mark === mark && value.clientId === clientId;
}
