import { askBeforeLeaving } from "../api/ask-before-leaving.ts";
import { queryClient } from "../api/query-client.ts";

// In the query cache, so that drafts go when another user signs in.
export const unsent = "unsent";
queryClient.setQueryDefaults([unsent], { gcTime: Number.POSITIVE_INFINITY });

askBeforeLeaving(() => queryClient.getQueryCache().find({ queryKey: [unsent], exact: false }) !== undefined);

export const unsentOf = (place: string): string | undefined => queryClient.getQueryData([unsent, place]);

/** Stores a draft for a remounted component; undefined removes it. */
export function keepUnsent(place: string, text: string | undefined): void {
  if (text === undefined) queryClient.removeQueries({ queryKey: [unsent, place] });
  else queryClient.setQueryData([unsent, place], text);
}
