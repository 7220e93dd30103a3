import { useId } from "react";
import { Field } from "../../components/forms/field.tsx";

/** A folder input that suggests existing ones. */
export function FolderField({ folders, chosen = "" }: { folders: readonly string[]; chosen?: string }) {
  const id = useId();
  return (
    <>
      <Field
        label="Folder"
        name="folderPath"
        list={id}
        defaultValue={chosen}
        autoComplete="off"
        hint="A new folder is created. Separate folders with slashes."
      />
      <datalist id={id}>
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </>
  );
}
