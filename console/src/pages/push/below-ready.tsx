import type { PushResult } from "@groundplan/contract";
import type { ReactNode } from "react";
import { counted } from "../../components/counted.ts";
import { Entry } from "../../components/entry.tsx";
import { Pill } from "../../components/pill.tsx";
import { Section } from "../../components/section.tsx";
import type { PlanParams } from "../../planning/params.ts";
import { ItemName } from "./item-name.tsx";

interface Properties {
  params: PlanParams;
  push: Pick<PushResult, "belowReady" | "belowReadyOmitted" | "belowReadyUnavailable">;
  /** Absent once the push has started. */
  choice?: ReactNode;
}

/** Specs below Ready are hints and don't block the push. */
export function BelowReady({ params, push, choice }: Properties) {
  const { belowReady, belowReadyOmitted, belowReadyUnavailable } = push;
  const count = belowReady.length + belowReadyOmitted;
  if (count === 0 && !belowReadyUnavailable) return null;
  return (
    <Section
      title={`${counted(count, "spec")} ${count === 1 ? "is" : "are"} below Ready`}
      says={
        belowReadyUnavailable
          ? "The push ended before all specs were checked."
          : `Whoever builds them will have questions.${choice ? " You can push them anyway." : ""}`
      }
      actions={choice}
    >
      <ul aria-label="Below Ready">
        {belowReady.map(({ planShortId, specShortId, title, readinessLabel, reasons, held }) => (
          <li key={`${planShortId} ${specShortId}`}>
            <Entry
              title={
                <ItemName params={params} item={{ kind: "spec", planShortId, specShortId }} title={title} />
              }
              pills={
                <>
                  <Pill tone={readinessLabel === "Rough" ? "bad" : "warn"}>{readinessLabel}</Pill>
                  {held && <Pill>Held back</Pill>}
                </>
              }
              about={reasons.map((reason) => <span key={reason}>{reason}</span>)}
            />
          </li>
        ))}
      </ul>
      {belowReadyOmitted > 0 && (
        <p className="border-t border-line px-2 py-2 text-note text-ink-2">And {belowReadyOmitted} more.</p>
      )}
    </Section>
  );
}
