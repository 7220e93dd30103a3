/** The command as its reader can type it. In a clone, where npm starts it, only npx finds it. */
export const ownCommand = process.env.npm_command === undefined ? "groundplan" : "npx groundplan";
