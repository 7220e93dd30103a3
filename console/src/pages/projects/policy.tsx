import { getProject, getWorkspace, updateProject } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { call } from "../../api/call.ts";
import { invalidate, read } from "../../api/read.ts";
import { Loaded } from "../../components/page/loaded.tsx";
import { Section } from "../../components/section.tsx";
import { ProjectPage } from "../../planning/plans/project-page.tsx";
import { type OwnPolicy, PolicyForm, PolicyInWords } from "../../planning/policy/policy-form.tsx";
import { useIsOwner } from "../../session/workspace.ts";

/** The evidence that a project asks for, editable by owners. */
export default function ProjectPolicy() {
  const params = useParams({ from: "/shell/projects/$projectSlug/policy" });
  const project = useQuery(read(getProject, { params }));
  const workspace = useQuery(read(getWorkspace, {}));
  const isOwner = useIsOwner();
  const save = async (body: OwnPolicy) => {
    await call(updateProject, { params, body });
    await invalidate(getProject);
  };
  return (
    <ProjectPage params={params}>
      <Section title="Policy" says="What proves that a spec of this project is done.">
        <div className="max-w-xl">
          <Loaded query={project}>
            {({ project: { evidence, reviewer, effectivePolicy } }) =>
              isOwner ? (
                <Loaded query={workspace}>
                  {({ workspace }) => (
                    <PolicyForm policy={{ evidence, reviewer }} workspace={workspace} save={save} />
                  )}
                </Loaded>
              ) : (
                <PolicyInWords policy={effectivePolicy} />
              )
            }
          </Loaded>
        </div>
      </Section>
    </ProjectPage>
  );
}
