import type { Part } from "../files/read-file.ts";

/**
 * Returns the part of a file that a `Range` header asks for; `"outside"` for one that the file does not have (416), and
 * null where the whole is to be answered: without the header, or for what is no single range of bytes.
 */
export function partOf(header: string | undefined, bytes: number): Part | "outside" | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? "outside" : { from: bytes - length, to: bytes };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return null;
  if (from >= bytes) return "outside";
  return { from, to: last === "" ? bytes : Math.min(Number(last) + 1, bytes) };
}
