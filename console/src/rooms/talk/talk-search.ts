import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** This is what an address shows of a conversation: a thread, a comment of it, or a suggestion. */
export interface TalkSearch {
  thread?: string | undefined;
  comment?: string | undefined;
  suggestion?: string | undefined;
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** Reads it from an address. */
export const talkSearchOf = ({ thread, comment, suggestion }: Record<string, unknown>): TalkSearch => ({
  thread: textOf(thread),
  comment: textOf(comment),
  suggestion: textOf(suggestion),
});

/** Returns what the address shows. */
export const useShown = (): TalkSearch => useSearch({ strict: false });

/** Returns the function that shows something else, or nothing, under an address of its own. */
export function useShow(): (shown: TalkSearch) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ thread, comment, suggestion }) =>
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, thread, comment, suggestion }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
}
