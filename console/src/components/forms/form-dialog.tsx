import { type ComponentProps, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { Confirm, Dialog } from "../overlays/lazy.tsx";
import { AskingForm } from "./asking-form.tsx";
import type { Form } from "./form.tsx";

type Properties = ComponentProps<typeof Dialog> & Pick<ComponentProps<typeof Form>, "submit" | "action">;

/** Escape or navigation with unsent input asks for confirmation. */
export function FormDialog({ submit, action, children, onClose, ...dialog }: Properties) {
  const typed = useRef(0);
  const [isLeaving, leave] = useState(false);
  return (
    <Dialog {...dialog} onClose={() => (typed.current > 0 ? leave(true) : onClose())}>
      <AskingForm
        typed={typed}
        submit={submit}
        action={action}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        {children}
      </AskingForm>
      {isLeaving && (
        <Confirm
          title="Close without saving"
          action="Discard it"
          act={async () => onClose()}
          onClose={() => leave(false)}
        >
          Your changes are not saved and will be lost.
        </Confirm>
      )}
    </Dialog>
  );
}
