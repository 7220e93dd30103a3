import { type ComponentType, type ReactNode, useEffect } from "react";
import { answersNow } from "../api/client.ts";
import { later } from "../parts/later.tsx";
import { Sheet } from "../parts/sheet.tsx";

/**
 * Returns a lazily loaded page. A failed import shows an error in place; the router's default would reload at
 * once, which loses everything while offline.
 */
export function room(load: () => Promise<{ default: ComponentType<object> }>) {
  const part = later(load, { lost: (_, problem) => <LostRoom problem={problem} /> });
  // The router's name for it.
  return Object.assign(part, { preload: part.load });
}

function LostRoom({ problem }: { problem: ReactNode }) {
  useEffect(() => void getNewerPage(), []);
  return <Sheet title="This could not be shown">{problem}</Sheet>;
}

/** The session storage key of the page that caused a reload, to prevent a reload loop. */
const key = "loaded-anew-for";

/** Reloads if the service answers, since a newer build no longer has the page's chunk. */
async function getNewerPage(): Promise<void> {
  if (sessionStorage.getItem(key) === location.pathname) return;
  if (!(await answersNow())) return;
  sessionStorage.setItem(key, location.pathname);
  location.reload();
}
