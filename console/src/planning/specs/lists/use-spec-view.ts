import { useLocation, useNavigate } from "@tanstack/react-router";
import { type SpecView, searchOf, specViewOf } from "./spec-view.ts";

/** Returns the address's view of a list of specs, and a function that replaces it. */
export function useSpecView(): [SpecView, (view: SpecView) => void] {
  const view = useLocation({ select: ({ search }) => JSON.stringify(specViewOf(search)) });
  const navigate = useNavigate();
  const set = (next: SpecView) =>
    void navigate({ to: ".", search: searchOf(next) as never, replace: true, resetScroll: false });
  return [JSON.parse(view) as SpecView, set];
}
