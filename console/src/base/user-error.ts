/** A failure in the console or browser; the message is for the user. */
export class UserError extends Error {
  override readonly name = "UserError";
}
