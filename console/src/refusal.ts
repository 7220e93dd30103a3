/** This is what the console itself, or the browser, could not do. Its message is a whole sentence for the person. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
