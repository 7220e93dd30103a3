import { useLocation, useMatch } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../session/session.ts";
import { createStore, useStore } from "../store.ts";

/** A room that was visited: its address and its title. */
interface Visit {
  to: string;
  name: string;
  /** The person and the workspace of the visit: nobody else is told of it. */
  of: string;
}

/** So many rooms are kept, beside the one that is shown. */
const mostRecent = 8;

/** The rooms that were visited in this page, the latest first. */
const visits = createStore<readonly Visit[]>([]);

function useOf(): string {
  const { user, workspaceId } = useSession();
  return `${user.id} ${workspaceId}`;
}

/** Notes that the room with this title is visited. */
export function useVisit(name: string): void {
  const to = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const of = useOf();
  useEffect(() => {
    const others = visits.get().filter((one) => one.of === of && one.to !== to);
    visits.set([{ to, name, of }, ...others].slice(0, mostRecent + 1));
  }, [to, name, of]);
}

/** Returns the rooms that were visited before this one, the latest first. */
export function useRecent(): readonly Visit[] {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const of = useOf();
  return useStore(visits)
    .filter((one) => one.of === of && one.to !== here)
    .slice(0, mostRecent);
}
