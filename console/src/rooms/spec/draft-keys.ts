/** Returns what the keys of all drafts of a text begin with. */
export const beginOfKeys = (userId: string, textId: string): string =>
  `groundplan draft ${userId} ${textId} `;

/** Returns the keys of all drafts of a text that this browser keeps, also of those that are being typed. */
export function draftKeys(userId: string, textId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginOfKeys(userId, textId)));
  } catch {
    return []; // A browser that keeps nothing has no drafts.
  }
}
