/** The filters of a list of specs, as the API's query and the console's address have them. */
export const filterNames = [
  ...(["q", "status", "assignee", "label", "priority", "readiness"] as const),
  ...(["effort", "due", "claimed", "plan", "project"] as const),
] as const;
export type FilterName = (typeof filterNames)[number];

/** What a list shows, in which groups and order; it is in the address, so that it can be shared. */
export type SpecView = Partial<Record<FilterName | "sort" | "group", string>>;

const names: readonly (keyof SpecView)[] = [...filterNames, "sort", "group"];

/** Parses an address's search, ignoring what a list doesn't know. */
export function specViewOf(search: object): SpecView {
  const view: SpecView = {};
  for (const name of names) {
    const value: unknown = (search as Record<string, unknown>)[name];
    if (value !== undefined && value !== null && value !== "" && typeof value !== "object")
      view[name] = String(value);
  }
  return view;
}

/** Returns the part that the service filters and orders by. */
export function queryOf({ group: _group, ...query }: SpecView): Omit<SpecView, "group"> {
  return query;
}

export const isPlainView = (view: SpecView): boolean => Object.keys(view).length === 0;

/** Returns an address's search. The router writes a text that looks like a number in quotes. */
export const searchOf = (view: SpecView): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(view).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, /^\d$/.test(value) ? Number(value) : value]],
    ),
  );

export const valuesOf = (text: string | undefined): string[] => text?.split(",").filter(Boolean) ?? [];
