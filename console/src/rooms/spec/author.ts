import type { listSpecVersions, Reply } from "@groundplan/contract";

type Version = Reply<typeof listSpecVersions>["versions"][number];

/** Names who wrote a version: the person, the key or app where that was not this console, and whose idea it was. */
export function authorOf({
  actor,
  credential,
  suggestedBy,
}: Pick<Version, "actor" | "credential" | "suggestedBy">) {
  const by = credential === null || credential.name === "Console" ? "" : ` by ${credential.name}`;
  const idea = suggestedBy ? `, as ${suggestedBy.name} suggested` : "";
  return `${actor}${by}${idea}`;
}
