/** Returns what the keys begin with under which this browser keeps drafts of a text. */
export const keysOf = (userId: string, textId: string): string => `groundplan draft ${userId} ${textId} `;

/** Returns the keys of all drafts of a text that this browser keeps, also of those that are being typed. */
export function draftKeys(userId: string, textId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(keysOf(userId, textId)));
  } catch {
    return []; // A browser that keeps nothing has no drafts.
  }
}
