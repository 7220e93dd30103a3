import { listPasskeys, type Passkey, renamePasskey } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { forget } from "../../../api/read.ts";
import { Button } from "../../../parts/button.tsx";
import { Field } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Dialog } from "../../../parts/lazy.tsx";
import { toast } from "../../../parts/toast.tsx";

/** Gives a passkey another name. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const save = async (name: string) => {
    await call(renamePasskey, { params: { passkeyId: passkey.id }, body: { name } });
    await forget(listPasskeys);
  };
  const submit = async ({ name = "" }) => {
    await save(name);
    toast("The passkey is renamed.", () => save(passkey.name));
    onClose();
  };
  return (
    <Dialog title="Rename a passkey" onClose={onClose}>
      <Form submit={submit} action="Rename" beside={<Button onClick={onClose}>Cancel</Button>}>
        <Field
          label="Name"
          name="name"
          defaultValue={passkey.name}
          hint="It tells your passkeys apart, such as the name of the device."
          required
        />
      </Form>
    </Dialog>
  );
}
