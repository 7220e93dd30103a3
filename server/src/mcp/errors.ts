/** An error that a model can act on: what is wrong, where in its arguments, and the call that would work. */
export class ToolError extends Error {
  /** JSON Pointer into the arguments without its first slash, such as `needs/0`; empty for the call. */
  readonly where: string;
  /** What to call instead. */
  readonly remedy: string;

  constructor(where: string, what: string, remedy: string) {
    super(what);
    this.where = where;
    this.remedy = remedy;
  }
}

/** Returns the error in three parts, as the text of a tool's answer. */
export const sayError = ({ where, message, remedy }: ToolError): string =>
  [where === "" ? "" : `${where}:`, message, remedy].filter((part) => part !== "").join(" ");
