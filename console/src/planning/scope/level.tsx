import type { FormatTier } from "@groundplan/contract";
import { Pill, type Tone } from "../../components/pill.tsx";
import type { Scope } from "./scope.ts";

const tones: Record<FormatTier, Tone> = { "built-in": "plain", company: "accent", project: "good" };

/** Built-in, company, or project. */
export const LevelPill = ({ level }: { level: FormatTier }) => (
  <Pill tone={tones[level]}>{level.charAt(0).toUpperCase() + level.slice(1)}</Pill>
);

/** The level of a scope's own texts. */
export const levelOf = ({ kind }: Scope): FormatTier => (kind === "workspace" ? "company" : "project");
