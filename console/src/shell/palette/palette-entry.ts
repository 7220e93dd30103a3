/** An address with its name, and its kind or handles. */
export interface PaletteEntry {
  to: string;
  name: string;
  kind: string;
  /** Undefined for a plan itself. */
  plan?: string | undefined;
}
