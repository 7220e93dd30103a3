import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "./lazy.tsx";

/** The address for which what was typed may go, as somebody has just said: the other forms of the room do not ask again. */
let leftFor: string | undefined;

/** Asks before a room with something unsaved is left; the browser asks where the page is. */
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
    // The others are asked one after the other, without a pause.
    setTimeout(() => {
      leftFor = undefined;
    });
  };
  return (
    <Confirm title="Leave without saving" action="Leave" act={leave} onClose={reset}>
      What you typed here is not saved, and will be gone.
    </Confirm>
  );
}
