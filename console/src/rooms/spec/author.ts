import type { listSpecVersions, Reply } from "@groundplan/contract";

type Version = Reply<typeof listSpecVersions>["versions"][number];

/** Names who wrote a version: "Ada"; "Scout for Ada" by a key or an app; and whose idea it was. */
export function authorOf(
  version: Pick<Version, "actor" | "credential"> & { suggestedBy?: Version["suggestedBy"] },
) {
  const { actor, credential, suggestedBy } = version;
  const who =
    credential === null || credential.name === "Console" ? actor : `${credential.name} for ${actor}`;
  return suggestedBy ? `${who}, as ${suggestedBy.name} suggested` : who;
}
