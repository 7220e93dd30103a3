import { askBeforeLeaving } from "./ask-before-leaving.ts";
import { queryClient } from "./query-client.ts";

// It lives with what was read, and goes with it when another person signs in.
const unsent = "unsent";
queryClient.setQueryDefaults([unsent], { gcTime: Number.POSITIVE_INFINITY });

askBeforeLeaving(() => queryClient.getQueryCache().find({ queryKey: [unsent], exact: false }) !== undefined);

/** Returns what was typed in a place and is not sent; undefined where nothing waits. */
export const unsentOf = (place: string): string | undefined => queryClient.getQueryData([unsent, place]);

/** Keeps what is typed there, so that a part which goes and comes back shows it again; undefined ends that. */
export function keepUnsent(place: string, text: string | undefined): void {
  if (text === undefined) queryClient.removeQueries({ queryKey: [unsent, place] });
  else queryClient.setQueryData([unsent, place], text);
}
