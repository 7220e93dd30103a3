import { type ComponentProps, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Form } from "./form.tsx";
import { Confirm, Dialog } from "./lazy.tsx";
import { LeaveUnsaved } from "./leave-unsaved.tsx";

type Properties = ComponentProps<typeof Dialog> & Pick<ComponentProps<typeof Form>, "submit" | "action">;

/**
 * Asks for something in a dialog, which can be cancelled. Before Escape closes it on what was typed, or another room takes its
 * place, that is asked for.
 */
export function FormDialog({ submit, action, children, onClose, ...dialog }: Properties) {
  const isTyped = useRef(false);
  // Many dialogs lead to what they made, which is no reason to ask.
  const isSending = useRef(false);
  const [isLeaving, leave] = useState(false);
  const send: typeof submit = async (values) => {
    isSending.current = true;
    try {
      await submit(values);
    } finally {
      isSending.current = false;
    }
  };
  return (
    <Dialog {...dialog} onClose={() => (isTyped.current ? leave(true) : onClose())}>
      <div
        onInput={() => {
          isTyped.current = true;
        }}
      >
        <Form submit={send} action={action} beside={<Button onClick={onClose}>Cancel</Button>}>
          <LeaveUnsaved isUnsaved={() => isTyped.current && !isSending.current} />
          {children}
        </Form>
      </div>
      {isLeaving && (
        <Confirm
          title="Close without saving"
          action="Discard it"
          act={async () => onClose()}
          onClose={() => leave(false)}
        >
          What you typed is not saved, and will be gone.
        </Confirm>
      )}
    </Dialog>
  );
}
