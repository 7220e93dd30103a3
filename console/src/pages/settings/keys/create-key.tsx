import { createApiKey, listApiKeys, type Reply, type Scope } from "@groundplan/contract";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { timeThere } from "../../../base/clock.ts";
import { Choice, Field } from "../../../components/forms/field.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";

interface Properties {
  /** Values to start from. */
  usual?: { name: string; scope: Scope };
  onCreated: (created: Reply<typeof createApiKey>) => void;
  onClose: () => void;
}

/** The lifetimes in days; empty means unlimited. */
const lives = [
  ["30", "in 30 days"],
  ["90", "in 90 days"],
  ["365", "in a year"],
  ["", "never"],
] as const;

export function CreateKey({ usual = { name: "", scope: "read" }, onCreated, onClose }: Properties) {
  const submit = async ({ name = "", scope = "read", days = "" }) => {
    const expiresAt = days === "" ? null : new Date(timeThere() + Number(days) * 86_400_000).toISOString();
    const body = { name, scope: scope === "write" ? scope : "read", expiresAt } as const;
    onCreated(await call(createApiKey, { body }));
    onClose();
    await invalidate(listApiKeys);
  };
  return (
    <FormDialog
      title="Create a key"
      says="It acts as you in this workspace."
      submit={submit}
      action="Create key"
      onClose={onClose}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={usual.name}
        hint="Its purpose, such as the name of a script."
        required
      />
      <Choice label="Scope" name="scope" defaultValue={usual.scope}>
        <option value="read">Read: can see what you can see</option>
        <option value="write">Write: can also change what you can change</option>
      </Choice>
      <Choice label="Ends" name="days" defaultValue="90">
        {lives.map(([days, words]) => (
          <option key={days} value={days}>
            {words}
          </option>
        ))}
      </Choice>
    </FormDialog>
  );
}
