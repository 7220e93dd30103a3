import { useParams } from "@tanstack/react-router";
import { InstructionVersions } from "./all-versions.tsx";
import { InstructionVersion } from "./instruction-version.tsx";

/** The versions of instructions, or one of them: one file, since the name of each adds to the first load. */
export default function Versions() {
  const { seq } = useParams({ strict: false });
  return seq === undefined ? <InstructionVersions /> : <InstructionVersion />;
}
