import { getSuggestion, rejectSuggestion, type Suggestion } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { LinesField } from "../../components/forms/field.tsx";
import { FormDialog } from "../../components/forms/form-dialog.tsx";
import { LeaveUnsaved } from "../../components/forms/leave-unsaved.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { useSession } from "../../session/session.ts";
import { acceptSpecs, type Edits } from "./accept-specs.ts";
import { keepEdits, keepLeft, keptEdits, keptLeft } from "./kept-edits.ts";
import { ProposedSpec } from "./proposed-spec.tsx";
import type { RunParams } from "./run-params.ts";

interface Properties {
  params: RunParams;
  documentId: string;
  suggestionId: string;
  mayDecide: boolean;
}

/** The specs that the run proposes, each criterion beside its source's words. */
export function Review(properties: Properties) {
  const { documentId, suggestionId } = properties;
  const found = useQuery(read(getSuggestion, { params: { documentId, suggestionId } }));
  return (
    <Loaded query={found}>{({ suggestion }) => <Proposals {...properties} suggestion={suggestion} />}</Loaded>
  );
}

function Proposals({ params, suggestion, mayDecide }: Properties & { suggestion: Suggestion }) {
  const { id: suggestionId, documentId, specs, state } = suggestion;
  const { edits, isKept, keep, left, leave } = useKept(suggestion);
  const shownFirst = useFirstVersions(specs);
  const [isBusy, setBusy] = useState(false);
  const [isRejecting, reject] = useState(false);
  const mayChoose = mayDecide && state === "open";
  const taken = specs.filter(({ ref }) => !left.has(ref));
  const isOut = ({ ref, state: of }: Suggestion["specs"][number]) =>
    mayChoose ? left.has(ref) : of === "left_out";
  const needsOf = ({ needsFirst }: Suggestion["specs"][number]) =>
    needsFirst.map((need) => {
      const spec = specs.find(({ ref }) => ref === need);
      return spec
        ? { name: edits.get(need)?.title ?? spec.title, isOut: isOut(spec) }
        : { name: need, isOut: false };
    });
  const accept = async () => {
    setBusy(true);
    try {
      const dropped = await acceptSpecs(suggestion, left, edits);
      const titleOf = (of: string) =>
        edits.get(of)?.title ?? specs.find(({ ref }) => ref === of)?.title ?? of;
      const made = `The plan has ${taken.length === 1 ? "one new spec" : `${taken.length} new specs`}.`;
      const without = dropped.map(
        ({ ref, needs }) => `${titleOf(ref)} no longer needs ${needs.map(titleOf).join(", ")}.`,
      );
      toast([made, ...without].join(" "));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title="Proposed specs"
      says={
        state === "open"
          ? "As they would be. What you don't take is left out for good."
          : state === "accepted"
            ? "Accepted."
            : `Rejected.${suggestion.reason ? ` ${suggestion.reason}` : ""}`
      }
      actions={
        mayChoose && (
          <>
            <Button
              look="primary"
              busy={isBusy}
              disabled={taken.length === 0}
              onClick={() => attempt(accept)}
            >
              {left.size === 0 ? `Accept all ${specs.length}` : `Accept ${taken.length} of ${specs.length}`}
            </Button>
            <Button onClick={() => reject(true)}>Reject</Button>
          </>
        )
      }
    >
      <LeaveUnsaved isUnsaved={() => mayChoose && edits.size > 0 && !isKept} />
      <ul aria-label="Proposed specs" className="grid gap-4">
        {specs.map((spec) => (
          <ProposedSpec
            key={spec.ref}
            params={params}
            spec={spec}
            needs={needsOf(spec)}
            edit={mayChoose ? edits.get(spec.ref) : undefined}
            isTaken={mayChoose ? !left.has(spec.ref) : null}
            onTake={(isTaken) => {
              const rest = new Set(left);
              if (isTaken) rest.delete(spec.ref);
              else rest.add(spec.ref);
              leave(rest);
            }}
            isReplaced={spec.version !== shownFirst.get(spec.ref)}
            onEdit={(edit) => {
              const changed = new Map(edits);
              if (edit) changed.set(spec.ref, edit);
              else changed.delete(spec.ref);
              keep(changed);
            }}
          />
        ))}
      </ul>
      {isRejecting && (
        <FormDialog
          title="Reject the proposed specs"
          action="Reject"
          submit={async ({ reason = "" }) => {
            const body = reason.trim() === "" ? {} : { reason: reason.trim() };
            await call(rejectSuggestion, { params: { documentId, suggestionId }, body });
            reject(false);
            await invalidate(getSuggestion);
          }}
          onClose={() => reject(false)}
        >
          <LinesField
            label="Reason"
            name="reason"
            rows={3}
            hint="Optional; it stays with the run."
            autoFocus
          />
        </FormDialog>
      )}
    </Section>
  );
}

/** Returns the edits and unticked ones of proposed specs, kept over a reload until they are decided. */
function useKept({ id: suggestionId, state }: Suggestion) {
  const { user } = useSession();
  const of = { userId: user.id, suggestionId };
  const [kept, setKept] = useState(() => ({ edits: keptEdits(of), isKept: true }));
  const [left, setLeft] = useState(() => keptLeft(of));
  useEffect(() => {
    if (state === "open") return;
    keepEdits({ userId: user.id, suggestionId }, new Map());
    keepLeft({ userId: user.id, suggestionId }, new Set());
  }, [state, user.id, suggestionId]);
  const keep = (edits: Edits) => setKept({ edits, isKept: keepEdits(of, edits) });
  const leave = (refs: ReadonlySet<string>) => {
    setLeft(refs);
    keepLeft(of, refs);
  };
  return { ...kept, keep, left, leave };
}

/** Returns the version in which each spec was shown first. */
function useFirstVersions(specs: Suggestion["specs"]): ReadonlyMap<string, number> {
  const [first, setFirst] = useState<ReadonlyMap<string, number>>(new Map());
  const added = specs.filter(({ ref }) => !first.has(ref));
  if (added.length > 0)
    setFirst(new Map([...first, ...added.map(({ ref, version }) => [ref, version] as const)]));
  return first;
}
