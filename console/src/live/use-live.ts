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
      void import("./live.ts").then(({ keepLive }) => {
        if (!isOver) end = keepLive(user.id, workspaceId);
      });
    });
    return () => {
      isOver = true;
      endWaiting();
      end?.();
    };
  }, [user.id, workspaceId]);
}
