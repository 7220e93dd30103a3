export interface Typed {
  title: string;
  content: string;
}

/** The service's version. */
export interface Saved extends Typed {
  revision: number;
}
