/** An address with its name, and its kind or handles. */
export interface PaletteEntry {
  to: string;
  name: string;
  kind: string;
  /** Further words by which it is found. */
  words?: string;
  /** Undefined for a plan itself. */
  plan?: string | undefined;
}

/** Something that can be done on the current page. */
export interface PaletteAct {
  name: string;
  /** The shortcut as it is shown; empty without one. */
  kind: string;
  /** True for one of the values of a menu, which are many. */
  isChoice?: boolean;
  run: () => void;
}
