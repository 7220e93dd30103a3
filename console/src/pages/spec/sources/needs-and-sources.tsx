import type { ComponentProps } from "react";
import SpecNeeds from "../needs/spec-needs.tsx";
import { SpecSources } from "./spec-sources.tsx";

/** The parts of a spec's side column that load late. */
export default function NeedsAndSources(properties: ComponentProps<typeof SpecNeeds>) {
  return (
    <>
      <SpecSources {...properties} />
      <SpecNeeds {...properties} />
    </>
  );
}
