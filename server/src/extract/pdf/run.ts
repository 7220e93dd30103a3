/** A run of text as the library returns it; structure marks have no text. */
export interface Run {
  str?: string;
  transform?: number[];
  width?: number;
  height?: number;
  hasEOL?: boolean;
}
