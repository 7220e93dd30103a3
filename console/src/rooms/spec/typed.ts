/** A title with its text. */
export interface Typed {
  title: string;
  content: string;
}

/** The same as the service has it. */
export interface Saved extends Typed {
  revision: number;
}
