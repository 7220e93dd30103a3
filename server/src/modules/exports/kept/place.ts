/** Where a part of a file stands, in bytes; null for its begin and end. */
export interface Place {
  path: string;
  from: number | null;
  to: number | null;
}
