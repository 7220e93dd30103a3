import { redact } from "../../../../redact.ts";
import type { Item } from "../../../trackers/tracker.ts";

/** Warns if a text seems to hold a credential. */
export function secretsIn({ title, text, handle }: Item): string[] {
  const holdsOne = redact(title) !== title || redact(text) !== text;
  return holdsOne ? [`${handle} seems to contain a key or password, which the tracker now shows.`] : [];
}
