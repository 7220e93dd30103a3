import { type ReactNode, type RefObject, useRef, useState } from "react";

export interface MenuProperties {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

interface Properties {
  /** Loaded when first opened. */
  menu: (properties: MenuProperties) => ReactNode;
  /** The accessible name. */
  label: string;
  children: ReactNode;
}

export function MenuButton({ menu: Menu, label, children }: Properties) {
  const [isOpen, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
        className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left hover:bg-sunk"
      >
        {children}
      </button>
      {isOpen && <Menu anchor={button} onClose={() => open(false)} />}
    </>
  );
}
