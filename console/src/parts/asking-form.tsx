import { type ComponentProps, type RefObject, useRef } from "react";
import { Form } from "./form.tsx";
import { LeaveUnsaved } from "./leave-unsaved.tsx";

interface Properties extends ComponentProps<typeof Form> {
  /** Holds whether something was typed that is not sent yet. */
  typed?: RefObject<boolean>;
}

/** Shows a form that asks before its room is left with what was typed into it. */
export function AskingForm({ typed, submit, children, ...form }: Properties) {
  const own = useRef(false);
  const isTyped = typed ?? own;
  // Many forms lead to what they made, which is no reason to ask.
  const isSending = useRef(false);
  const send: typeof submit = async (values) => {
    isSending.current = true;
    isTyped.current = false; // What is typed while it is sent is not part of it.
    try {
      await submit(values);
    } catch (error) {
      isTyped.current = true;
      throw error;
    } finally {
      isSending.current = false;
    }
  };
  return (
    <div
      onInput={() => {
        isTyped.current = true;
      }}
    >
      <Form {...form} submit={send}>
        <LeaveUnsaved isUnsaved={() => isTyped.current && !isSending.current} />
        {children}
      </Form>
    </div>
  );
}
