import { createContext, type ReactNode, type RefObject, useEffect, useRef } from "react";
import type { Act, MenuProperties } from "./act.ts";

/** A menu of the page. */
export interface ListedMenu {
  button: RefObject<HTMLElement | null>;
  label: string;
  menu: (properties: MenuProperties) => ReactNode;
}

/** The menus of the page, whose entries the palette lists, too. */
export const listedMenus = new Set<RefObject<ListedMenu>>();

/** Lists a menu while its button is mounted. */
export function useListed(menu: ListedMenu, isListed = true): void {
  const latest = useRef(menu);
  latest.current = menu;
  useEffect(() => {
    if (isListed) listedMenus.add(latest);
    return () => void listedMenus.delete(latest);
  }, [isListed]);
}

/** Takes a menu's entries, and what closes it, in place of showing it. */
export const MenuCollector = createContext<((acts: readonly Act[], close: () => void) => void) | null>(null);
