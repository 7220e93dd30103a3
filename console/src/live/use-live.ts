import { useEffect } from "react";
import { useSession } from "../session/session.ts";

/** Keeps what is shown of the workspace as it is, while the frame is shown. What does it is loaded after the first room. */
export function useLive(): void {
  const { user, workspaceId } = useSession();
  useEffect(() => {
    if (workspaceId === null) return;
    let end: (() => void) | undefined;
    let isOver = false;
    void import("./live.ts").then(({ keepLive }) => {
      if (!isOver) end = keepLive(user.id, workspaceId);
    });
    return () => {
      isOver = true;
      end?.();
    };
  }, [user.id, workspaceId]);
}
