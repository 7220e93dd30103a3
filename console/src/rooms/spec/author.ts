import type { NamedCredential } from "@groundplan/contract";

interface Written {
  actor: string;
  credential: NamedCredential | null;
  suggestedBy?: { name: string } | null | undefined;
}

/** Names who wrote a version: the person, the key or app where that was not this console, and whose idea it was. */
export function authorOf({ actor, credential, suggestedBy }: Written) {
  const by = credential === null || credential.name === "Console" ? "" : ` by ${credential.name}`;
  const idea = suggestedBy ? `, as ${suggestedBy.name} suggested` : "";
  return `${actor}${by}${idea}`;
}
