import { useEffect } from "react";
import { whenIdle } from "../idle.ts";
import { useSession } from "../session/session.ts";

/** Keeps what is shown of the workspace as it is, while the frame is shown. What does it is loaded once the page rests. */
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

/** The milliseconds after which a part that could not be loaded is asked for again. */
const pause = 5_000;

/** Loads what keeps a page live; without a connection it goes on trying until that is over. */
async function loaded(isOver: () => boolean) {
  while (!isOver()) {
    const live = await import("./live.ts").catch(() => null);
    if (live) return live;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return null;
}
