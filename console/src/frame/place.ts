/** A place to go to: its address, its name, and a word for what it is, or its handle behind those of what it is in. */
export interface Place {
  to: string;
  name: string;
  kind: string;
  /** The name of the plan that it is in; a plan is in none. */
  plan?: string | undefined;
}
