import { characters } from "@groundplan/contract";

const mostCharacters = 200;
const suffix = " (copy)";

/** Returns the name of a copy that was given none, within the limit of names. */
export function copyName(name: string): string {
  const most = mostCharacters - suffix.length;
  const kept = characters(name) <= most ? name : [...name].slice(0, most).join("").trimEnd();
  return kept + suffix;
}
