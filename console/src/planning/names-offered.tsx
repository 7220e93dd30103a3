import { type ReactNode, useMemo } from "react";
import { InFields } from "../editor/references/in-fields.tsx";
import { mentionOf } from "../editor/references/mention-of.ts";
import { useReaders } from "./mentions.ts";
import type { PlanParams } from "./params.ts";

/** Offers people, specs and plans in the text areas inside; of people those who can read the plan, or all members. */
export function NamesOffered({ plan, children }: { plan: PlanParams | null; children: ReactNode }) {
  const people = useReaders(plan);
  const names = useMemo(() => ({ people, mention: mentionOf }), [people]);
  return <InFields names={names}>{children}</InFields>;
}
