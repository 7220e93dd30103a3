import { getWorkspace, listPlanLinks, listSpecLinks, updateWorkspace } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/read.ts";
import { Button } from "../../components/button.tsx";
import { Confirm } from "../../components/overlays/lazy.tsx";
import { attempt, toast } from "../../components/overlays/toast.tsx";
import { Section } from "../../components/section.tsx";
import { useIsOwner } from "../../session/workspace.ts";

/** Whether read links work in the workspace, switched by owners. */
export function WorkspaceLinks({ links }: { links: boolean }) {
  const isOwner = useIsOwner();
  const [isAsking, ask] = useState(false);
  const switchTo = async (to: boolean) => {
    await call(updateWorkspace, { body: { links: to } });
    await invalidate(getWorkspace, listPlanLinks, listSpecLinks);
    toast(to ? "Read links work." : "No read link works now.", () => switchTo(!to));
  };
  return (
    <Section
      title="Read links"
      says="Anybody with a read link reads a plan or spec without an account. Who owns the plan makes them."
    >
      <div className="flex flex-wrap items-center gap-3">
        <p role="status">
          {links ? "Read links are on." : "Read links are off: none is made, and none works."}
        </p>
        {isOwner && (
          <Button onClick={() => (links ? ask(true) : attempt(() => switchTo(true)))}>
            {links ? "Switch read links off…" : "Switch read links on"}
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title="Switch read links off"
          action="Switch off"
          act={() => switchTo(false)}
          onClose={() => ask(false)}
        >
          All read links to plans and specs of this workspace stop working at once, and none is made. They
          work again if you switch them on. Links to prototypes stay.
        </Confirm>
      )}
    </Section>
  );
}
