import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "../overlays/lazy.tsx";

/** The agreed destination, so that the page's other forms don't ask again. */
let leftFor: string | undefined;

/** Confirms navigating away from unsaved input, or a reload. */
export function LeaveUnsaved({ isUnsaved }: { isUnsaved: () => boolean }) {
  const { status, next, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved() && current.pathname !== next.pathname && next.pathname !== leftFor,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  const leave = async () => {
    leftFor = next.pathname;
    proceed();
    // The other forms' blockers run next, without a pause.
    setTimeout(() => {
      leftFor = undefined;
    });
  };
  return (
    <Confirm title="Leave without saving" action="Leave" act={leave} onClose={reset}>
      Your changes are not saved and will be lost.
    </Confirm>
  );
}
