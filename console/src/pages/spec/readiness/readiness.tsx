import { getSpecReadiness, type SpecWithCriteria } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/read.ts";
import { AsideTitle } from "../../../components/page/aside-title.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import type { SpecParams } from "../../../planning/params.ts";
import { useFixes } from "./fixes.ts";
import { ReasonFix } from "./reason-fix.tsx";

interface Properties {
  params: SpecParams;
  spec: SpecWithCriteria;
  canEdit: boolean;
}

/** A spec's readiness, with reasons and fixes. */
export function Readiness({ params, spec, canEdit }: Properties) {
  const query = useQuery(read(getSpecReadiness, { params }));
  const fixOf = useFixes(params, spec);
  return (
    <Loaded query={query}>
      {({ readiness, label, source, reasons }) => (
        <section aria-label="Readiness" className="mb-4 border-b border-line pb-4">
          <AsideTitle>
            {label} · {readiness} of 5{source === "set" && ", set by a person"}
          </AsideTitle>
          {reasons.length === 0 && <p className="text-note text-ink-2">Nothing missing</p>}
          <ul>
            {reasons.map((reason) => {
              const { code, text, line, fix: advice } = reason;
              return (
                <li
                  key={`${code} ${line} ${text}`}
                  className="grid grid-cols-[8px_1fr] gap-x-2 py-1 text-note"
                >
                  <span aria-hidden="true" className="mt-1.5 size-1.5 rounded-full bg-warn" />
                  <span>{text}</span>
                  <span className="col-start-2 text-small text-ink-3">
                    {line !== null && `line ${line} · `}
                    {advice}
                  </span>
                  {canEdit && (
                    <span className="col-start-2 empty:hidden">
                      <ReasonFix params={params} spec={spec} reason={reason} fix={fixOf(reason)} />
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </Loaded>
  );
}
