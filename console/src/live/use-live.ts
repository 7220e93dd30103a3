import { useEffect } from "react";
import { whenIdle } from "../base/idle.ts";
import { useSession } from "../session/session.ts";

/** Keeps the page current while the shell is mounted; loaded when idle. */
export function useLive(): void {
  const { user, workspaceId } = useSession();
  useEffect(() => {
    if (workspaceId === null) return;
    let end: (() => void) | undefined;
    let isOver = false;
    const endWaiting = whenIdle(() => {
      void loaded(() => isOver).then((live) => {
        if (!isOver) end = live?.keepLive(user.id, workspaceId);
      });
    });
    return () => {
      isOver = true;
      endWaiting();
      end?.();
    };
  }, [user.id, workspaceId]);
}

/** The delay in milliseconds before a failed import is retried. */
const pause = 5_000;

async function loaded(isOver: () => boolean) {
  while (!isOver()) {
    const live = await import("./live.ts").catch(() => null);
    if (live) return live;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
}
