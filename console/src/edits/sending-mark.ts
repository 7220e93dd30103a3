let count = 0;

/** Returns a new mark for the place of a picture that is being sent into a text area. */
export const sendingMark = (name: string): string => `![Uploading ${name}, ${++count}…]()`;

/** Counts the marks in a draft, for which a form waits. */
export const sendingIn = (draft: string): number => draft.match(/!\[Uploading .*?, \d+…\]\(\)/g)?.length ?? 0;
