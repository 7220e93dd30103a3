/** Returns who wrote meanwhile, as the message of a conflict names them: "Ben", "Ben and others", or "Someone". */
export const changedBy = ({ message }: Error): string =>
  /^(.+?) (?:also )?changed the /.exec(message)?.[1] ?? "Someone";
