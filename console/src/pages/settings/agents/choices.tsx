import { useId } from "react";

interface Properties<T extends string> {
  label: string;
  options: readonly (readonly [value: T, label: string])[];
  chosen: T;
  choose: (value: T) => void;
}

/** A choice of a few, all of them in sight. */
export function Choices<T extends string>({ label, options, chosen, choose }: Properties<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-note font-[550]">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map(([value, text]) => (
          <label key={value} className="flex min-h-[2.125rem] items-center gap-1.5 text-ink-2">
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => choose(value)}
              className="size-4 flex-none accent-accent"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
