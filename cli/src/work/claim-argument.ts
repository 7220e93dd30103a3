import { InvalidArgumentError } from "commander";

/** Parses a claim as `groundplan claim` prints it, `<id>.<fence>`; the fence may be missing. */
export function asClaim(value: string): { id: string; fence: number | null } {
  const [, id, fence] = /^([0-9a-f-]{36})(?:\.([1-9]\d*))?$/i.exec(value.trim()) ?? [];
  if (id === undefined)
    throw new InvalidArgumentError("It must be a claim, as `groundplan claim` prints it.");
  return { id: id.toLowerCase(), fence: fence === undefined ? null : Number(fence) };
}
