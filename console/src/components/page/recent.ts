import { useLocation, useMatch } from "@tanstack/react-router";
import { useEffect } from "react";
import { createStore, useStore } from "../../base/store.ts";
import { useSession } from "../../session/session.ts";

interface Visit {
  to: string;
  name: string;
  /** The user and workspace, so that nobody else sees it. */
  of: string;
}

/** Besides the current page. */
const mostRecent = 8;

/** Latest first. */
const visits = createStore<readonly Visit[]>([]);

function useOf(): string {
  const { user, workspaceId } = useSession();
  return `${user.id} ${workspaceId}`;
}

export function useVisit(name: string): void {
  const to = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const of = useOf();
  useEffect(() => {
    const others = visits.get().filter((one) => one.of === of && one.to !== to);
    visits.set([{ to, name, of }, ...others].slice(0, mostRecent + 1));
  }, [to, name, of]);
}

/** Latest first, without this page. */
export function useRecent(): readonly Visit[] {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const of = useOf();
  return useStore(visits)
    .filter((one) => one.of === of && one.to !== here)
    .slice(0, mostRecent);
}
