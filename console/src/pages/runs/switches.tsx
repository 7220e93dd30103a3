import { Check } from "../../components/forms/check.tsx";

interface Properties {
  label: string;
  says: string;
  nothing: string;
  items: readonly { key: string; name: string; about: string; isOn: boolean }[];
  turn: (key: string, isOn: boolean) => void;
}

/** Things to tick, in a box that scrolls once there are many. */
export const Switches = ({ label, says, nothing, items, turn }: Properties) => (
  <fieldset>
    <legend className="text-note font-[550]">{label}</legend>
    <p className="mb-1 text-note text-ink-3">{items.length === 0 ? nothing : says}</p>
    {items.length > 0 && (
      <div className="max-h-56 overflow-y-auto rounded-md border border-line px-2.5 py-1.5">
        {items.map(({ key, name, about, isOn }) => (
          <div key={key} className="py-1">
            <Check checked={isOn} onChange={({ target }) => turn(key, target.checked)}>
              <span className="min-w-0 break-words text-ink">
                {name} <span className="text-note text-ink-3">{about}</span>
              </span>
            </Check>
          </div>
        ))}
      </div>
    )}
  </fieldset>
);
