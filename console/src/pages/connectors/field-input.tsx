import { Check } from "../../components/forms/check.tsx";
import { Choice, Field } from "../../components/forms/field.tsx";
import { boxName, choicesOf, idsOf, isText, type RequiredField, valueText } from "./field-values.ts";

/** An input for a tracker's required field, by its type. */
export function FieldInput({ field }: { field: RequiredField }) {
  const { id, name, type } = field;
  const choices = choicesOf(field);
  const ids = idsOf(field);
  if (type === "array" && choices)
    return (
      <fieldset className="grid gap-1.5">
        <legend className="mb-1 text-note font-[550]">{name}</legend>
        {choices.map((one) => (
          <Check key={one.id} name={boxName(id, one.id)} defaultChecked={ids.includes(one.id)}>
            {one.name}
          </Check>
        ))}
      </fieldset>
    );
  if (choices)
    return (
      <Choice label={name} name={id} defaultValue={ids[0] ?? ""}>
        <option value="">No value</option>
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Choice>
    );
  const shown = valueText(field) ?? "";
  if (type === "array")
    return <Field label={name} name={id} defaultValue={shown} hint="Ids, separated by commas." />;
  return (
    <Field
      label={name}
      name={id}
      defaultValue={shown}
      inputMode={type === "number" ? "decimal" : "text"}
      hint={isText(field) || type === "number" ? undefined : `The id of its ${type}.`}
    />
  );
}
