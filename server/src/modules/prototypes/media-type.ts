import { lookup } from "mrmime";

/** Returns a path's media type by extension; octet-stream if unknown. */
export const mediaTypeOf = (path: string): string =>
  lookup(path.split("/").at(-1) ?? "") ?? "application/octet-stream";

/** Adds UTF-8 to text types. */
export const contentTypeOf = (type: string): string =>
  /^text\/|javascript|json|xml$/.test(type) ? `${type}; charset=utf-8` : type;
