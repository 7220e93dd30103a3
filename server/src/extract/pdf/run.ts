/** A run of text as the library finds it; marks of structure have no text. */
export interface Run {
  str?: string;
  transform?: number[];
  width?: number;
  height?: number;
  hasEOL?: boolean;
}
