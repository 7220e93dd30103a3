import type { Member } from "@groundplan/contract";
import { Button } from "../../../components/button.tsx";
import { Choice } from "../../../components/forms/field.tsx";
import { Form } from "../../../components/forms/form.tsx";
import { Dialog } from "../../../components/overlays/lazy.tsx";

interface Properties {
  /** The button's label. */
  action: string;
  name: string;
  isMe: boolean;
  /** The members eligible to own plans. */
  heirs: readonly Member[];
  remove: (transferPlansTo: string) => Promise<void>;
  onClose: () => void;
}

/** Asks who takes over a removed member's plans. */
export function HandPlansOver({ action, name, isMe, heirs, remove, onClose }: Properties) {
  const [first] = heirs;
  const submit = async ({ transferPlansTo = "" }) => {
    await remove(transferPlansTo);
    onClose();
  };
  return (
    <Dialog
      title={isMe ? "Who gets your plans?" : `Who gets the plans of ${name}?`}
      says={`${isMe ? "You own" : `${name} owns`} plans here, and every plan needs an owner. Private plans are transferred too.`}
      onClose={onClose}
    >
      {first ? (
        <Form submit={submit} action={action} beside={<Button onClick={onClose}>Cancel</Button>}>
          <Choice label="New owner of the plans" name="transferPlansTo" defaultValue={first.userId}>
            {heirs.map(({ userId, name: heir, email }) => (
              <option key={userId} value={userId}>
                {heir}
                {email !== null && ` (${email})`}
              </option>
            ))}
          </Choice>
        </Form>
      ) : (
        <p>No one else can own plans. Make someone a member or an owner first.</p>
      )}
    </Dialog>
  );
}
