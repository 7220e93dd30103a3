import { useParams } from "@tanstack/react-router";
import { SpecVersion } from "./spec-version.tsx";
import { SpecVersions } from "./spec-versions.tsx";

/** The versions of a spec, or one of them: one file, since the name of each adds to the first load. */
export default function Versions() {
  const { seq } = useParams({ strict: false });
  return seq === undefined ? <SpecVersions /> : <SpecVersion />;
}
