import { useSyncExternalStore } from "react";
import { isSilent } from "../api/availability.ts";
import { unsent } from "../api/send-once.ts";
import { useStore } from "../base/store.ts";
import { counted } from "../components/counted.ts";

const subscribe = (listener: () => void) => {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
};

/** A banner while offline or while the service is down. */
export function Connection() {
  const waiting = useStore(unsent);
  const silent = useStore(isSilent);
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-20 mx-auto max-w-xl">
      {(!isOnline || silent) && (
        <p className="rounded-card border border-warn bg-warn-soft px-3 py-2 text-note text-warn shadow-float">
          {isOnline ? "The service is not responding. Retrying… " : "You are offline. "}
          You can keep reading. Your changes are kept here and sent{" "}
          {isOnline ? "once it answers." : "once you are back."}
          {waiting > 0 && ` Keep this page open: ${waitingChanges(waiting)} for it.`}
        </p>
      )}
    </div>
  );
}

const waitingChanges = (changes: number) =>
  `${counted(changes, "change")} ${changes === 1 ? "waits" : "wait"}`;
