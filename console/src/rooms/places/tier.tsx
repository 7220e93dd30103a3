import type { FormatTier } from "@groundplan/contract";
import { Pill, type Tone } from "../../parts/pill.tsx";
import type { Place } from "./place.ts";

const tones: Record<FormatTier, Tone> = { "built-in": "plain", company: "accent", project: "good" };

/** Shows by the API's word whose text it is that applies: the service's own, the company's, or the project's. */
export const TierPill = ({ tier }: { tier: FormatTier }) => (
  <Pill tone={tones[tier]}>{tier.charAt(0).toUpperCase() + tier.slice(1)}</Pill>
);

/** The tier of the texts that belong to a place. */
export const tierOf = ({ kind }: Place): FormatTier => (kind === "workspace" ? "company" : "project");
