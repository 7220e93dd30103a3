import { type ReactNode, useRef, useState } from "react";
import { Button, type Look } from "../button.tsx";
import { later } from "../loading/later.tsx";
import { overlayFallbacks } from "../loading/lost-part.tsx";
import type { Act, MenuProperties } from "./act.ts";
import { useListed } from "./listed-menus.ts";

export const MenuOf = later(() => import("./menu-of.tsx"), overlayFallbacks);

interface Properties {
  /** The accessible name. */
  label: string;
  acts?: readonly Act[];
  /** Takes the place of `acts` for a menu that is loaded. */
  menu?: (menu: MenuProperties) => ReactNode;
  look?: Look;
  /** Replaces the button's classes. */
  className?: string;
  /** Omits the wrapper in long lists; the row is then the menu's parent. */
  isBare?: boolean;
  /** The name by which shortcuts find the button in a row. */
  act?: string;
  children: ReactNode;
}

/** A button with a lazily loaded menu. */
export function Menu({ label, acts = [], menu, look, className, isBare = false, act, children }: Properties) {
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
  const opened = { anchor: button, onClose: () => open(false) };
  const shownMenu = (properties: MenuProperties) =>
    menu ? menu(properties) : <MenuOf {...properties} acts={acts} />;
  useListed({ button, label, menu: shownMenu }, !isBare);
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
      {isOpen && shownMenu(opened)}
    </>
  );
  return isBare ? shown : <span className="relative inline-flex">{shown}</span>;
}
