import { type EventType, eventType } from "@groundplan/contract";
import { Check } from "../../../components/forms/check.tsx";

interface Properties {
  chosen: ReadonlySet<EventType>;
  onChange: (chosen: ReadonlySet<EventType>) => void;
}

/** Event types by the word before their dot. */
const groups = [...Map.groupBy(eventType.options, (type) => type.split(".")[0] ?? type)];

/** Chooses event types, whole groups at once or one by one. */
export function ChooseEvents({ chosen, onChange }: Properties) {
  const change = (types: readonly EventType[], isOn: boolean) => {
    const others = new Set(chosen);
    for (const type of types) {
      if (isOn) others.add(type);
      else others.delete(type);
    }
    onChange(others);
  };
  return (
    <fieldset>
      <legend className="mb-1 text-note font-[550]">
        Events ({chosen.size} of {eventType.options.length})
      </legend>
      <div className="flex flex-wrap gap-2 mb-2">
        <Check
          checked={chosen.size === eventType.options.length}
          onChange={({ target }) => change(eventType.options, target.checked)}
        >
          All, those of later versions included
        </Check>
      </div>
      {groups.map(([group, types]) => (
        <details key={group} className="border-t border-line py-1">
          <summary className="text-note">
            {group.replaceAll("_", " ")} ({types.filter((type) => chosen.has(type)).length} of {types.length})
          </summary>
          {types.length > 1 && (
            <div className="py-1">
              <Check
                checked={types.every((type) => chosen.has(type))}
                onChange={({ target }) => change(types, target.checked)}
              >
                All of {group.replaceAll("_", " ")}
              </Check>
            </div>
          )}
          {types.map((type) => (
            <div key={type} className="py-1">
              <Check checked={chosen.has(type)} onChange={({ target }) => change([type], target.checked)}>
                {type}
              </Check>
            </div>
          ))}
        </details>
      ))}
    </fieldset>
  );
}
