import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "./lazy.tsx";

/** Asks before a room with something unsaved is left; the browser asks where the page is. */
export function LeaveUnsaved({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && current.pathname !== next.pathname,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Confirm title="Leave without saving" action="Leave" act={async () => proceed()} onClose={reset}>
      What you typed here is not saved, and will be gone.
    </Confirm>
  );
}
