/** Returns who wrote meanwhile, as the message of a conflict says: "Ben", "Ben and others", "Someone"; null if it doesn't. */
export const changedBy = ({ message }: Error): string | null =>
  /^(.+?) (?:also )?changed the /.exec(message)?.[1] ?? null;
