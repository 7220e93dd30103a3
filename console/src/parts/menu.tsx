import { type ReactNode, useRef, useState } from "react";
import { Button, type Look } from "./button.tsx";
import { later } from "./later.tsx";
import { overSheet } from "./lost-part.tsx";

export const MenuOf = later(() => import("../floating/menu-of.tsx"), overSheet);

/** One act of a menu, or one of its choices. */
export interface Act {
  name: string;
  run: () => void;
  /** Set on choices, of which one is made. */
  isChosen?: boolean;
}

interface Properties {
  /** The name for those who hear it. */
  label: string;
  acts: readonly Act[];
  look?: Look;
  /** Takes the place of the classes of a button. */
  className?: string;
  /** True in a row of a long list, which is the parent that the menu is placed in: nothing stands around the button. */
  isBare?: boolean;
  /** The name by which a key of the room finds it in a row. */
  act?: string;
  children: ReactNode;
}

/** Shows a button that opens a menu; what shows the menu is loaded when it is first opened. */
export function Menu({ label, acts, look, className, isBare = false, act, children }: Properties) {
  const [isOpen, open] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const about = {
    ref: button,
    "data-act": act,
    "aria-label": label,
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onClick: () => open(!isOpen),
  } as const;
  const shown = (
    <>
      {className === undefined ? (
        <Button {...about} {...(look ? { look } : {})}>
          {children}
        </Button>
      ) : (
        <button type="button" {...about} className={className}>
          {children}
        </button>
      )}
      {isOpen && <MenuOf anchor={button} acts={acts} onClose={() => open(false)} />}
    </>
  );
  return isBare ? shown : <span className="relative inline-flex">{shown}</span>;
}
