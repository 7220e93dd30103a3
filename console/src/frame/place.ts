/** A place to go to: its address, its name, and a word or handle for what it is. */
export interface Place {
  to: string;
  name: string;
  kind: string;
}
