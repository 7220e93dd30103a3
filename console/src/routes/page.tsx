import { type ComponentType, type ReactNode, useEffect } from "react";
import { answersNow } from "../api/client.ts";
import { later } from "../components/loading/later.tsx";
import { Main } from "../components/page/main.tsx";

/**
 * Returns a lazy page. A failed import shows an error in place; the router would reload, which loses
 * everything offline.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType<object> }>) {
  const part = later(load, { lost: (_, problem) => <LostPage problem={problem} /> });
  // The router's name for it.
  return Object.assign(part, { preload: part.load });
}

/** Returns a lazy page of `late-pages.ts`, whose file that names. */
export const latePage = (name: keyof typeof import("./late-pages.ts")["latePages"]) =>
  lazyPage(async () => (await import("./late-pages.ts")).latePages[name]());

function LostPage({ problem }: { problem: ReactNode }) {
  useEffect(() => void getNewerPage(), []);
  return <Main title="Something went wrong">{problem}</Main>;
}

/** Prevents a reload loop. */
const key = "reloaded-for";

/** Reloads if the service answers: a newer build lacks the old chunk. */
async function getNewerPage(): Promise<void> {
  if (sessionStorage.getItem(key) === location.pathname) return;
  if (!(await answersNow())) return;
  sessionStorage.setItem(key, location.pathname);
  location.reload();
}
