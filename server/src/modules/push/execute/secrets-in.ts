import { redact } from "../../../redact.ts";
import type { Item } from "../../trackers/tracker.ts";

/** Returns a warning where a text seems to hold a credential, which everybody who reads the tracker could read. */
export function secretsIn({ title, text, handle }: Item): string[] {
  const holdsOne = redact(title) !== title || redact(text) !== text;
  return holdsOne ? [`${handle} looks as if it held a key or password, which the tracker shows now.`] : [];
}
