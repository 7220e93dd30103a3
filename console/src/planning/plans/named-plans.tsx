import { namesPlan, withPlanNames } from "../../components/loading/plan-names.ts";
import { usePlansEverywhere } from "./plans-everywhere.ts";

/** A text with plan names added to its handles. */
export function NamedPlans({ text }: { text: string }) {
  const plans = usePlansEverywhere(namesPlan(text));
  return withPlanNames(
    text,
    plans.map(({ plan }) => plan),
  );
}
