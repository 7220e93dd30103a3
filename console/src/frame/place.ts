/** A navigation target: its address, its name, and its kind or handles. */
export interface Place {
  to: string;
  name: string;
  kind: string;
  /** The name of the containing plan; undefined for a plan itself. */
  plan?: string | undefined;
}
