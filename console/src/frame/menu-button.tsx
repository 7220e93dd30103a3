import { type ReactNode, type RefObject, useRef, useState } from "react";

/** This is what the content of a menu gets. */
export interface MenuProperties {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

interface Properties {
  /** The menu, loaded when it is first opened. */
  menu: (properties: MenuProperties) => ReactNode;
  /** The name for those who hear it. */
  label: string;
  children: ReactNode;
}

/** Shows a button of the rail that opens a menu. */
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
