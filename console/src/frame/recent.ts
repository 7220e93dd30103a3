import { useLocation, useMatch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../session/session.ts";
import { createStore, useStore } from "../store.ts";

/** A visited page. */
interface Visit {
  to: string;
  name: string;
  /** The user and workspace of the visit, so that nobody else sees it. */
  of: string;
}

/** The most pages remembered, besides the current one. */
const mostRecent = 8;

/** Visited pages, latest first. */
const visits = createStore<readonly Visit[]>([]);

function useOf(): string {
  const { user, workspaceId } = useSession();
  return `${user.id} ${workspaceId}`;
}

/** Records a visit of the current page under this title. */
export function useVisit(name: string): void {
  const to = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const of = useOf();
  useEffect(() => {
    const others = visits.get().filter((one) => one.of === of && one.to !== to);
    visits.set([{ to, name, of }, ...others].slice(0, mostRecent + 1));
  }, [to, name, of]);
}

/** Returns the pages visited before this one, latest first. */
export function useRecent(): readonly Visit[] {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const of = useOf();
  return useStore(visits)
    .filter((one) => one.of === of && one.to !== here)
    .slice(0, mostRecent);
}
