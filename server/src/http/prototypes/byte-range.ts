import type { ByteRange } from "../../files/read-file.ts";

/**
 * Returns the part requested by `Range`; `"outside"` if unsatisfiable (416), null for the whole file (no or
 * unsupported range).
 */
export function partOf(header: string | undefined, bytes: number): ByteRange | "outside" | null {
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
