/** Returns the prefix of a text's draft keys. */
export const beginOfKeys = (userId: string, textId: string): string =>
  `groundplan draft ${userId} ${textId} `;

/** Includes drafts being typed. */
export function draftKeys(userId: string, textId: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginOfKeys(userId, textId)));
  } catch {
    return []; // Without storage there are no drafts.
  }
}
