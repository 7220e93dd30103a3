import { lookup } from "mrmime";

/** Returns the media type of a file by the ending of its path; bytes that mean nothing where that is unknown. */
export const mediaTypeOf = (path: string): string =>
  lookup(path.split("/").at(-1) ?? "") ?? "application/octet-stream";

/** Returns a media type as a header has it. Texts of the web are UTF-8 today. */
export const contentTypeOf = (type: string): string =>
  /^text\/|javascript|json|xml$/.test(type) ? `${type}; charset=utf-8` : type;
