// The router reads the address as it is loaded, so the secret is taken out before.
import "./session/address-token.ts";
import "./app.css";
import "react-dom/client";
import { nextTask } from "./next-task.ts";

/**
 * The parts of the page, in the order in which they need each other; the files are there by then
 * (`build/early-files.ts`). To evaluate them takes a slow phone a fifth of a second, in which it would answer nobody.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import("./libraries.ts"),
  () => import("./api/read.ts"),
  () => import("./start.tsx"),
];

/** Evaluates the parts as tasks of their own, between which the page answers. */
async function begin(): Promise<void> {
  for (const load of parts) {
    await load();
    await nextTask();
  }
}

void begin();
