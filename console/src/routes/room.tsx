import { type ComponentType, type ReactNode, useEffect } from "react";
import { answersNow } from "../api/client.ts";
import { later } from "../parts/later.tsx";
import { Sheet } from "../parts/sheet.tsx";

/**
 * Returns a room that is loaded when somebody goes there. One that does not come says so in its place: the router's own way
 * loads the page anew at once, which takes everything away where there is no connection.
 */
export function room(load: () => Promise<{ default: ComponentType<object> }>) {
  const part = later(load, { lost: (_, problem) => <LostRoom problem={problem} /> });
  // The router calls it `preload`.
  return Object.assign(part, { preload: part.load });
}

function LostRoom({ problem }: { problem: ReactNode }) {
  useEffect(() => void getNewerPage(), []);
  return <Sheet title="This could not be shown">{problem}</Sheet>;
}

/** It names the room for which the page was loaded anew, so that it is not loaded again and again. */
const key = "loaded-anew-for";

/** Loads the page anew where the service answers: a newer one does not have the room's part any more. */
async function getNewerPage(): Promise<void> {
  if (sessionStorage.getItem(key) === location.pathname) return;
  if (!(await answersNow())) return;
  sessionStorage.setItem(key, location.pathname);
  location.reload();
}
