import { type ComponentProps, type RefObject, useRef } from "react";
import { Form } from "./form.tsx";
import { LeaveUnsaved } from "./leave-unsaved.tsx";

interface Properties extends ComponentProps<typeof Form> {
  /** Holds how often something was typed that is not sent yet. */
  typed?: RefObject<number>;
}

/** Shows a form that asks before its room is left with what was typed into it. */
export function AskingForm({ typed, submit, children, ...form }: Properties) {
  const own = useRef(0);
  const inputs = typed ?? own;
  // Many forms lead to what they made, which is no reason to ask.
  const isSending = useRef(false);
  const send: typeof submit = async (values) => {
    isSending.current = true;
    const sent = inputs.current; // What is typed meanwhile is not part of it.
    try {
      await submit(values);
      inputs.current -= sent;
    } finally {
      isSending.current = false;
    }
  };
  return (
    <div
      onInput={() => {
        inputs.current++;
      }}
    >
      <Form {...form} submit={send}>
        <LeaveUnsaved isUnsaved={() => inputs.current > 0 && !isSending.current} />
        {children}
      </Form>
    </div>
  );
}
