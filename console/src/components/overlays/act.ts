import type { RefObject } from "react";

/** An entry of a menu. */
export interface Act {
  name: string;
  run: () => void;
  /** Set on choices, of which one is selected. */
  isChosen?: boolean;
  /** Set on choices of which several are made one after the other. */
  staysOpen?: boolean;
  /** Set on the first of a group. */
  startsGroup?: boolean;
}

export interface MenuProperties {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}
