/** This is how a graph is shown, as the address has it. */
export interface GraphView {
  list?: true | undefined;
  /** The handle of the spec that it is opened at. */
  at?: string | undefined;
}

/** Reads how a graph is shown from an address; what it does not know is left out. */
export const graphViewOf = ({ list, at }: Record<string, unknown>): GraphView => ({
  list: list === true || list === "true" ? true : undefined,
  at: at === undefined ? undefined : String(at),
});
