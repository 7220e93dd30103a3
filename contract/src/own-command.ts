/** The command as the reader of its output can type it: where npm has started it, a clone, it is found by npx alone. */
export const ownCommand = process.env.npm_command === undefined ? "groundplan" : "npx groundplan";
