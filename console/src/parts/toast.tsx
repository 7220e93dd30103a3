import { mayHelp } from "../api/may-help.ts";
import { createStore, useStore } from "../store.ts";
import { later } from "./later.tsx";
import { besideSheet } from "./lost-part.tsx";
import { sentenceOf } from "./problem.tsx";

export const Toasts = later(() => import("../floating/toasts.tsx"), besideSheet);

/** A short message that goes by itself, with a way back where there is one. */
export interface Message {
  id: number;
  text: string;
  tone: "plain" | "bad";
  /** This is what can be done about it, offered for ten seconds: it is taken back, or tried again. */
  act?: { name: string; run: () => Promise<unknown> } | undefined;
}

/** The messages that were said and have not been handed to the part that shows them. */
export const said = createStore<readonly Message[]>([]);
let count = 0;

function say(message: Omit<Message, "id">): void {
  said.set([...said.get(), { ...message, id: ++count }]);
}

/** Says what was done, and offers to take it back. */
export const toast = (text: string, undo?: () => Promise<unknown>): void =>
  say({ text, tone: "plain", act: undo && { name: "Undo", run: undo } });

interface Way {
  before?: string;
  retry?: () => Promise<unknown>;
}

/** Says why something was not done, in the service's own sentence, and offers to try it again where that may help. */
export const toastProblem = (error: unknown, { before = "", retry }: Way = {}): void =>
  say({
    text: before + sentenceOf(error),
    tone: "bad",
    act: retry && mayHelp(error) ? { name: "Retry", run: retry } : undefined,
  });

/** Does something, and says why if it was not done, with a way to try it again if that may help. */
export const attempt = (act: () => Promise<unknown>): void =>
  void act().catch((error: unknown) => toastProblem(error, { retry: act }));

/** Shows what is said. The part that does is loaded with the first message. */
export function ToastPlace() {
  useStore(said);
  return count === 0 ? null : <Toasts />;
}
