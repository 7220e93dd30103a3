export interface GraphView {
  list?: true | undefined;
  /** The handle of the spec to center on. */
  at?: string | undefined;
}

/** Parses the view from an address, ignoring unknown values. */
export const graphViewOf = ({ list, at }: Record<string, unknown>): GraphView => ({
  list: list === true || list === "true" ? true : undefined,
  at: at === undefined ? undefined : String(at),
});
