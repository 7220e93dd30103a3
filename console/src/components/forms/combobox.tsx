import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

interface Properties<T> {
  label: string;
  typed: string;
  type: (typed: string) => void;
  options: readonly T[];
  keyOf: (option: T) => string;
  choose: (option: T) => void;
  /** The text for no matches. */
  nothing: string;
  children: (option: T) => ReactNode;
}

/** An autocomplete field with the usual keys: arrows, Enter, Escape. */
export function Combobox<T>({
  label,
  typed,
  type,
  options,
  keyOf,
  choose,
  nothing,
  children,
}: Properties<T>) {
  const id = useId();
  const [isOpen, open] = useState(false);
  const [active, setActive] = useState(0);
  const isShown = isOpen && options.length > 0;
  const move = (step: number) => {
    open(true);
    const next = (active + step + options.length) % Math.max(1, options.length);
    setActive(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const take = (option: T | undefined) => {
    if (option === undefined) return;
    open(false);
    setActive(0);
    choose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const acts: Partial<Record<string, () => void>> = {
      ArrowDown: () => move(isShown ? 1 : 0),
      ArrowUp: () => move(-1),
      Enter: () => isShown && take(options[active]),
      ...(isShown ? { Escape: () => open(false) } : {}),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className="relative">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown ? `${id}-${active}` : undefined}
        autoComplete="off"
        placeholder={label}
        value={typed}
        onChange={({ target }) => {
          type(target.value);
          setActive(0);
          open(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => open(false)}
        className="w-full rounded-md border border-field bg-paper px-2 py-1 text-note text-ink placeholder:text-ink-3 focus-visible:outline-2 focus-visible:outline-accent"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isShown}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-72 overflow-y-auto rounded-card border border-line-strong bg-sheet p-1 shadow-float"
      >
        {(isShown ? options : []).map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the focus.
          <div
            key={keyOf(option)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
            onPointerMove={() => setActive(index)}
            className="cursor-pointer rounded-md px-2 py-1 text-note break-words aria-selected:bg-accent-soft"
          >
            {children(option)}
          </div>
        ))}
      </div>
      <p role="status" className="mt-1 text-note text-ink-2 empty:hidden">
        {isOpen && typed.trim() !== "" && options.length === 0 ? nothing : ""}
      </p>
    </div>
  );
}
