import { lazy, Suspense } from "react";
import { createStore, useStore } from "../store.ts";
import { sentenceOf } from "./problem.tsx";

const Toasts = lazy(() => import("../floating/toasts.tsx"));

/** A short message that goes by itself, with a way back where there is one. */
export interface Message {
  id: number;
  text: string;
  tone: "plain" | "bad";
  /** Takes back what was done; offered for ten seconds. */
  undo?: (() => Promise<unknown>) | undefined;
}

/** The messages that were said and have not been handed to the part that shows them. */
export const said = createStore<readonly Message[]>([]);
let count = 0;

function say(message: Omit<Message, "id">): void {
  said.set([...said.get(), { ...message, id: ++count }]);
}

/** Says what was done, and offers to take it back. */
export const toast = (text: string, undo?: () => Promise<unknown>): void =>
  say({ text, tone: "plain", undo });

/** Says why something was not done, in the service's own sentence. */
export const toastProblem = (error: unknown): void => say({ text: sentenceOf(error), tone: "bad" });

/** Shows what is said. The part that does is loaded with the first message. */
export function ToastPlace() {
  useStore(said);
  return count === 0 ? null : (
    <Suspense>
      <Toasts />
    </Suspense>
  );
}
