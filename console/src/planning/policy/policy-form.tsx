import type { EvidencePolicy, Policy, ReviewerPolicy } from "@groundplan/contract";
import { AskingForm } from "../../components/forms/asking-form.tsx";
import { Choice } from "../../components/forms/field.tsx";
import { toast } from "../../components/overlays/toast.tsx";
import { evidenceWords, reviewerWords } from "./policy-words.ts";

/** A policy, in which null follows the workspace. */
export interface OwnPolicy {
  evidence: EvidencePolicy | null;
  reviewer: ReviewerPolicy | null;
}

interface Properties {
  policy: OwnPolicy;
  /** The workspace's policy, for a project. */
  workspace?: Policy | undefined;
  save: (policy: OwnPolicy) => Promise<void>;
}

/** Sets the policy of the workspace, or of a project, which is at least as strict. */
export function PolicyForm({ policy, workspace, save }: Properties) {
  const submit = async ({ evidence = "", reviewer = "" }) => {
    await save({ evidence: keyIn(evidenceWords, evidence), reviewer: keyIn(reviewerWords, reviewer) });
    toast("The policy is saved.", () => save(policy));
  };
  return (
    <AskingForm submit={submit} action="Save policy">
      <Choice
        key={`evidence ${policy.evidence}`}
        label="Evidence for acceptance criteria"
        name="evidence"
        defaultValue={policy.evidence ?? ""}
      >
        <Options words={evidenceWords} least={workspace?.evidence} />
      </Choice>
      <Choice
        key={`reviewer ${policy.reviewer}`}
        label="The pass that counts, if evidence is required"
        name="reviewer"
        defaultValue={policy.reviewer ?? ""}
      >
        <Options words={reviewerWords} least={workspace?.reviewer} />
      </Choice>
    </AskingForm>
  );
}

/** A policy's values from the least allowed one on; a project can also follow its workspace. */
function Options<V extends string>({
  words,
  least,
}: {
  words: Readonly<Record<V, string>>;
  least: V | undefined;
}) {
  const values = Object.keys(words) as V[];
  return (
    <>
      {least !== undefined && <option value="">As the workspace: {words[least]}</option>}
      {values.slice(least === undefined ? 0 : values.indexOf(least)).map((value) => (
        <option key={value} value={value}>
          {words[value]}
        </option>
      ))}
    </>
  );
}

const keyIn = <V extends string>(words: Readonly<Record<V, string>>, value: string): V | null =>
  Object.hasOwn(words, value) ? (value as V) : null;

/** The policy in words, for those who can't change it. */
export const PolicyInWords = ({ policy: { evidence, reviewer } }: { policy: Policy }) => (
  <div>
    <dl className="grid gap-2">
      <div>
        <dt className="text-ink-2">Evidence for acceptance criteria</dt>
        <dd>{evidenceWords[evidence]}</dd>
      </div>
      <div>
        <dt className="text-ink-2">The pass that counts, if evidence is required</dt>
        <dd>{reviewerWords[reviewer]}</dd>
      </div>
    </dl>
    <p className="mt-3 text-note text-ink-2">Only owners can change it.</p>
  </div>
);
