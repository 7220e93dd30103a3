import { mayHelp } from "../../api/may-help.ts";
import { createStore, useStore } from "../../base/store.ts";
import { later } from "../loading/later.tsx";
import { toastFallbacks } from "../loading/lost-part.tsx";
import { sentenceOf } from "../loading/problem.tsx";

export const Toasts = later(() => import("./toasts.tsx"), toastFallbacks);

export interface MessageAct {
  name: string;
  run: () => Promise<unknown>;
  /** Asks before it runs, as `Confirm` does. */
  confirm?: { title: string; action: string; says: string };
}

export interface Message {
  id: number;
  text: string;
  tone: "plain" | "bad";
  /** Such as undo or retry, offered for ten seconds. */
  act?: MessageAct | undefined;
}

/** The messages not yet handed to `Toasts`. */
export const pendingMessages = createStore<readonly Message[]>([]);
let count = 0;

/** Shows a message with any act. */
export function say(message: Omit<Message, "id">): void {
  pendingMessages.set([...pendingMessages.get(), { ...message, id: ++count }]);
}

/** Shows a confirmation with an undo button, if any. */
export const toast = (text: string, undo?: () => Promise<unknown>): void =>
  say({ text, tone: "plain", act: undo && { name: "Undo", run: undo } });

export interface ProblemOptions {
  before?: string;
  retry?: () => Promise<unknown>;
}

/** Offers a retry if that may help. */
export const toastProblem = (error: unknown, { before = "", retry }: ProblemOptions = {}): void =>
  say({
    text: before + sentenceOf(error),
    tone: "bad",
    act: retry && mayHelp(error) ? { name: "Retry", run: retry } : undefined,
  });

/** Runs an action and shows its error, if any. */
export const attempt = (act: () => Promise<unknown>): void =>
  void act().catch((error: unknown) => toastProblem(error, { retry: act }));

/** Loaded with the first message. */
export function LoadedToasts() {
  useStore(pendingMessages);
  return count === 0 ? null : <Toasts />;
}
