import { listPasskeys, type Passkey, renamePasskey } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Field } from "../../../components/forms/field.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import { toast } from "../../../components/overlays/toast.tsx";

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const save = async (name: string) => {
    await call(renamePasskey, { params: { passkeyId: passkey.id }, body: { name } });
    await invalidate(listPasskeys);
  };
  const submit = async ({ name = "" }) => {
    await save(name);
    toast("The passkey is renamed.", () => save(passkey.name));
    onClose();
  };
  return (
    <FormDialog title="Rename a passkey" submit={submit} action="Rename" onClose={onClose}>
      <Field
        label="Name"
        name="name"
        defaultValue={passkey.name}
        hint="For example, the name of the device."
        required
      />
    </FormDialog>
  );
}
