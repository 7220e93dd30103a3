// Removes the secret before the router reads the address.
import "./session/address-token.ts";
import "./app.css";
import "react-dom/client";
import { nextTask } from "./base/next-task.ts";

/**
 * The chunks in dependency order, already downloaded (`build/early-files.ts`). At once they would block a
 * slow phone for a fifth of a second.
 */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import("./libraries.ts"),
  () => import("./api/read.ts"),
  () => import("./start.tsx"),
];

async function begin(): Promise<void> {
  for (const load of parts) {
    await load();
    await nextTask();
  }
}

void begin();
