import { Toast } from "@base-ui/react/toast";
import { useEffect, useRef, useState } from "react";
import { useStore } from "../../base/store.ts";
import { Button } from "../button.tsx";
import { useKey } from "../keyboard/keys.ts";
import { Confirm } from "./lazy.tsx";
import { type MessageAct, pendingMessages, toastProblem } from "./toast.tsx";

const timeout = 10_000;
/** The number of undos that the shortcut remembers, newest first, after their messages are gone. */
const mostUndos = 20;

export default function Toasts() {
  return (
    <Toast.Provider timeout={timeout} limit={3}>
      <MessageForwarder />
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-30 flex w-[min(24rem,92vw)] flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** Forwards messages to Base UI. */
function MessageForwarder() {
  const messages = useStore(pendingMessages);
  const { add, close } = Toast.useToastManager();
  const undos = useRef<(() => void)[]>([]);
  const [asked, ask] = useState<Required<MessageAct> | null>(null);
  useKey("mod+z", "Undo the last change", () => undos.current.at(-1)?.());
  useEffect(() => {
    if (messages.length === 0) return;
    pendingMessages.set([]);
    for (const { text, tone, act, id } of messages) {
      const run = () => {
        close(`message ${id}`);
        undos.current = undos.current.filter((one) => one !== run);
        if (act?.confirm) ask({ ...act, confirm: act.confirm });
        // The undo message is gone, so the error offers a retry.
        else act?.run().catch((error: unknown) => toastProblem(error, { retry: act.run }));
      };
      if (act?.name === "Undo") undos.current = [...undos.current.slice(1 - mostUndos), run];
      add({
        id: `message ${id}`,
        title: text,
        type: tone,
        ...(act ? { actionProps: { children: act.name, onClick: run } } : {}),
      });
    }
  }, [messages, add, close]);
  if (!asked) return null;
  const { confirm, run } = asked;
  return (
    <Confirm title={confirm.title} action={confirm.action} act={run} onClose={() => ask(null)}>
      {confirm.says}
    </Confirm>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((message) => (
    <Toast.Root
      key={message.id}
      toast={message}
      className={`flex items-start gap-3 rounded-card border bg-sheet p-3 shadow-float ${message.type === "bad" ? "border-bad" : "border-line-strong"}`}
    >
      <Toast.Title render={<p />} className="min-w-0 flex-1 py-1" />
      {message.actionProps && <Toast.Action render={<Button />} />}
      <Toast.Close render={<Button look="quiet" aria-label="Dismiss" />}>×</Toast.Close>
    </Toast.Root>
  ));
}
