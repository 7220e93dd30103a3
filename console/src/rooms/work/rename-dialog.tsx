import type { Edit } from "../../api/edit.ts";
import { keepTyped } from "../../api/keep-typed.ts";
import { keepUnsent, unsentOf } from "../../api/unsent-text.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";

interface Properties {
  /** The thing, and its name as it is. */
  thing: { id: string; shortId: string };
  named: string;
  /** This is what its name is called: `name` or `title`. */
  word: "name" | "title";
  /** Returns the change that gives it the name which was typed. */
  change: (typed: string) => Edit;
  /** Makes the change, once the dialog is closed. */
  run: (change: Edit, typed: string) => Promise<unknown>;
  onClose: () => void;
}

/** Gives a thing another name, which shows at once. One that was refused is there when the dialog is opened again. */
export function RenameDialog({ thing, named, word, change, run, onClose }: Properties) {
  const place = `the ${word} of ${thing.id}`;
  const leave = () => {
    keepUnsent(place, undefined);
    onClose();
  };
  const submit = async (values: Record<string, string>) => {
    const typed = values[word]?.trim() ?? "";
    if (typed === "" || typed === named) return leave();
    onClose();
    await run(keepTyped(place, typed, change(typed)), typed);
  };
  return (
    <FormDialog title={`The ${word} of ${thing.shortId}`} submit={submit} action="Rename" onClose={leave}>
      <Field
        label={word === "name" ? "Name" : "Title"}
        name={word}
        defaultValue={unsentOf(place) ?? named}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}
