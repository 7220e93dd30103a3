import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/** The thread, comment or suggestion in an address. */
export interface OpenItem {
  thread?: string | undefined;
  comment?: string | undefined;
  suggestion?: string | undefined;
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

export const openItemOf = ({ thread, comment, suggestion }: Record<string, unknown>): OpenItem => ({
  thread: textOf(thread),
  comment: textOf(comment),
  suggestion: textOf(suggestion),
});

export const useOpenItem = (): OpenItem => useSearch({ strict: false });

/** Shows another item, or none, through the address. */
export function useOpen(): (shown: OpenItem) => void {
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
