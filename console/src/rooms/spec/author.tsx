import type { listSpecVersions, Reply } from "@groundplan/contract";
import { Who } from "../../parts/who.tsx";

type Version = Reply<typeof listSpecVersions>["versions"][number];
type Written = Pick<Version, "actor" | "credential"> & { suggestedBy?: Version["suggestedBy"] };

/** Names who wrote a version: "Ada"; "Scout for Ada" by a key or an app; and whose idea it was. */
export const Author = ({ of: { actor, credential, suggestedBy } }: { of: Written }) => (
  <>
    <Who person={{ name: actor }} credential={credential} />
    {suggestedBy && `, as ${suggestedBy.name} suggested`}
  </>
);
