import { type ComponentProps, type RefObject, useRef } from "react";
import { Form } from "./form.tsx";
import { LeaveUnsaved } from "./leave-unsaved.tsx";

interface Properties extends ComponentProps<typeof Form> {
  /** The number of unsent input events. */
  typed?: RefObject<number>;
}

/** Confirms before its page is left with unsent input. */
export function AskingForm({ typed, submit, children, ...form }: Properties) {
  const own = useRef(0);
  const inputs = typed ?? own;
  // Many forms navigate after a success, which must not prompt.
  const isSending = useRef(false);
  const send: typeof submit = async (values) => {
    isSending.current = true;
    const sent = inputs.current; // Input typed meanwhile is not part of the request.
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
