import { useId } from "react";
import { Field } from "../../components/field.tsx";

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
        hint="It is made when it is new. Slashes stand between folders."
      />
      <datalist id={id}>
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </>
  );
}
