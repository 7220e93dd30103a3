import { getWorkspace, listProjects, type Policy, updateWorkspace } from "@groundplan/contract";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Section } from "../../components/section.tsx";
import { type OwnPolicy, PolicyForm, PolicyInWords } from "../../planning/policy/policy-form.tsx";
import { useIsOwner } from "../../session/workspace.ts";

/** The evidence that the workspace asks for, editable by owners. */
export function WorkspacePolicy({ policy }: { policy: Policy }) {
  const isOwner = useIsOwner();
  const save = async ({ evidence, reviewer }: OwnPolicy) => {
    await call(updateWorkspace, {
      body: { evidence: evidence ?? undefined, reviewer: reviewer ?? undefined },
    });
    await invalidate(getWorkspace, listProjects);
  };
  return (
    <Section
      title="Policy"
      says="What proves that a spec is done. Projects can be stricter; a stricter workspace makes them so."
    >
      <div className="max-w-xl">
        {isOwner ? <PolicyForm policy={policy} save={save} /> : <PolicyInWords policy={policy} />}
      </div>
    </Section>
  );
}
