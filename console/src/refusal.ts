/** A failure of the console or browser, with a message for the user. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
