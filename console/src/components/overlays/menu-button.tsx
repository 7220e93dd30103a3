import { type ComponentType, type ReactNode, useRef, useState } from "react";
import type { MenuProperties } from "./act.ts";
import { useListed } from "./listed-menus.ts";

interface Properties {
  /** Loaded when first opened. */
  menu: ComponentType<MenuProperties>;
  name: string;
  /** What the menu is for. */
  says: string;
  children: ReactNode;
}

export function MenuButton({ menu: Menu, name, says, children }: Properties) {
  const [isOpen, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useListed({ button, label: says, menu: (properties) => <Menu {...properties} /> });
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`${name}: ${says.toLowerCase()}`}
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
