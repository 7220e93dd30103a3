import type { ContextSource } from "@groundplan/contract";
import { Field, LinesField } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { sendEdit } from "../../edits/edit.ts";
import type { Scope } from "../../planning/scope/scope.ts";
import { FolderField } from "./folder-field.tsx";
import { editSource, type SourceChanges } from "./source-edits.ts";

interface Properties {
  scope: Scope;
  source: ContextSource;
  folders: readonly string[];
  onClose: () => void;
}

/** Edits a source's title, folder and description. */
export function MoveSource({ scope, source, folders, onClose }: Properties) {
  const submit = async (typed: Record<string, string>) => {
    const changes: SourceChanges = {};
    const before: SourceChanges = {};
    for (const name of ["title", "folderPath", "description"] as const) {
      if (typed[name] === undefined || typed[name] === (source[name] ?? "")) continue;
      changes[name] = typed[name];
      before[name] = source[name] ?? "";
    }
    if (Object.keys(changes).length > 0) {
      await sendEdit(editSource(scope, source, changes));
      toast(`${changes.title ?? source.title} is changed.`, () =>
        sendEdit(editSource(scope, { ...source, ...changes }, before)),
      );
    }
    onClose();
  };
  return (
    <FormDialog title={`Rename or move ${source.title}`} submit={submit} action="Save" onClose={onClose}>
      <Field label="Title" name="title" defaultValue={source.title} autoComplete="off" required />
      <FolderField folders={folders} chosen={source.folderPath} />
      <LinesField
        label="Description"
        name="description"
        rows={3}
        defaultValue={source.description ?? ""}
        hint="One or two sentences. If left unchanged, it follows the text."
      />
    </FormDialog>
  );
}
