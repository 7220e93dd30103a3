import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useRefusal } from "./form.tsx";
import { noPictures } from "./refuse-pictures.ts";

interface Properties extends Omit<ComponentProps<"input">, "name"> {
  label: string;
  /** The field's name in the request, which errors refer to. */
  name: string;
  hint?: ReactNode;
}

const box =
  "w-full rounded-md border bg-paper px-2.5 py-[7px] text-base text-ink placeholder:text-ink-3 " +
  "focus-visible:outline-2 focus-visible:outline-accent";

/** A single-line field with its label, hint and error. */
export const Field = ({ label, name, hint, ...input }: Properties) => (
  <Labelled label={label} name={name} hint={hint}>
    {({ border, ...field }) => (
      <input
        name={name}
        type="text"
        {...input}
        {...field}
        className={`${box} read-only:bg-sunk read-only:text-ink-2 ${border}`}
      />
    )}
  </Labelled>
);

interface Lines extends Omit<ComponentProps<"textarea">, "name"> {
  label: string;
  name: string;
  hint?: ReactNode;
}

/** A multi-line field. */
export const LinesField = ({ label, name, hint, className = "", ...area }: Lines) => (
  <Labelled label={label} name={name} hint={hint}>
    {({ border, ...field }) => (
      <textarea
        name={name}
        {...noPictures}
        {...area}
        {...field}
        className={`${box} block ${border} ${className}`}
      />
    )}
  </Labelled>
);

interface Choices extends Omit<ComponentProps<"select">, "name"> {
  label: string;
  name: string;
  children: ReactNode;
}

/**
 * A select whose `<option>`s may load late. If the chosen one disappears, the form asks, since browsers would
 * pick another.
 */
export function Choice({ label, name, children, onChange, ...select }: Choices) {
  const element = useRef<HTMLSelectElement>(null);
  const chosen = useRef(select.defaultValue);
  useLayoutEffect(() => {
    const wanted = select.value ?? chosen.current;
    if (element.current && wanted !== undefined && element.current.value !== wanted)
      element.current.value = String(wanted);
  });
  return (
    <Labelled label={label} name={name}>
      {({ border, ...field }) => (
        <select
          ref={element}
          name={name}
          {...select}
          {...field}
          onChange={(event) => {
            chosen.current = event.target.value;
            onChange?.(event);
          }}
          className={`${box} ${border}`}
        >
          {children}
        </select>
      )}
    </Labelled>
  );
}

interface Labels {
  label: string;
  name: string;
  hint?: ReactNode;
  children: (field: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
    border: string;
  }) => ReactNode;
}

/** Wraps a field in its label, hint and error. */
function Labelled({ label, name, hint, children }: Labels) {
  const id = useId();
  const refusal = useRefusal(name);
  const about = [hint && `${id}-hint`, refusal && `${id}-refusal`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-note font-[550]">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": refusal ? true : undefined,
        "aria-describedby": about || undefined,
        border: refusal ? "border-bad" : "border-field",
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-note text-ink-3">
          {hint}
        </p>
      )}
      {refusal && (
        <p id={`${id}-refusal`} className="mt-1 text-note text-bad">
          {sentence(label, refusal)}
        </p>
      )}
    </div>
  );
}

/** "must not be empty" becomes a sentence with the label. */
const sentence = (label: string, refusal: string) =>
  /^[a-z]/.test(refusal) ? `${label} ${refusal}${refusal.endsWith(".") ? "" : "."}` : refusal;
