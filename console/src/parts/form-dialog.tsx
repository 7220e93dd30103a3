import type { ComponentProps } from "react";
import { Button } from "./button.tsx";
import { Form } from "./form.tsx";
import { Dialog } from "./lazy.tsx";

type Properties = ComponentProps<typeof Dialog> & Pick<ComponentProps<typeof Form>, "submit" | "action">;

/** Asks for something in a dialog, which can be cancelled. */
export const FormDialog = ({ submit, action, children, ...dialog }: Properties) => (
  <Dialog {...dialog}>
    <Form submit={submit} action={action} beside={<Button onClick={dialog.onClose}>Cancel</Button>}>
      {children}
    </Form>
  </Dialog>
);
