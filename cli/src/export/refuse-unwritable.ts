import { Failure } from "../failure.ts";
import { code } from "../import/disk/regular-file.ts";

/** Returns a handler that throws a `Failure` for a system's error. */
export const refuseUnwritable =
  (path: string) =>
  (cause: unknown): never => {
    const why = /^(?:EISDIR|ENOTDIR|EEXIST|ENOTEMPTY)$/.test(code(cause))
      ? "a folder stands where a file has to be, or a file where a folder has to be. Move it away"
      : `the system says ${code(cause)}. Make its folder writable, with room for it`;
    throw new Failure(`${path} can't be written: ${why}, then try again.`, { cause });
  };
