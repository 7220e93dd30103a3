import { Who } from "../../../components/who.tsx";
import type { Version } from "./groups.ts";

type Written = Pick<Version, "actor" | "credential"> & { suggestedBy?: Version["suggestedBy"] };

/** "Ada", or "Scout for Ada" by key or app, and the suggester. */
export const Author = ({ of: { actor, credential, suggestedBy } }: { of: Written }) => (
  <>
    <Who person={{ name: actor }} credential={credential} />
    {suggestedBy && `, as ${suggestedBy.name} suggested`}
  </>
);
