import type { FormatTier } from "@groundplan/contract";
import { Pill, type Tone } from "../../components/pill.tsx";
import type { Scope } from "./scope.ts";

const tones: Record<FormatTier, Tone> = { "built-in": "plain", company: "accent", project: "good" };

/** Built-in, company, or project. */
export const TierPill = ({ tier }: { tier: FormatTier }) => (
  <Pill tone={tones[tier]}>{tier.charAt(0).toUpperCase() + tier.slice(1)}</Pill>
);

/** The level of a scope's own texts. */
export const tierOf = ({ kind }: Scope): FormatTier => (kind === "workspace" ? "company" : "project");
