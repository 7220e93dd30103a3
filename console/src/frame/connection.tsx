import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
};

/** Says over every room that there is no connection, and what that means. */
export function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-20 mx-auto max-w-xl">
      {!isOnline && (
        <p className="rounded-card border border-warn bg-warn-soft px-3 py-2 text-note text-warn shadow-float">
          There is no connection. What was read stays in sight. Texts that you type are kept here, and sent
          once there is one.
        </p>
      )}
    </div>
  );
}
