import { Field } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import type { Edit } from "../../edits/edit.ts";
import { keepTyped } from "../../edits/keep-typed.ts";
import { keepUnsent, unsentOf } from "../../edits/unsent-text.ts";

interface Properties {
  /** The resource and its current name. */
  thing: { id: string; shortId: string };
  named: string;
  /** The name's label. */
  word: "name" | "title";
  change: (typed: string) => Edit;
  /** Applies the edit after the dialog has closed. */
  run: (change: Edit, typed: string) => Promise<unknown>;
  onClose: () => void;
}

/** A refused name is back when the dialog is reopened. */
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
