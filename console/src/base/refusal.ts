/** A failure in the console or browser; the message is for the user. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
