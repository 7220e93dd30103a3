import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Empty } from "../../components/empty.tsx";
import { CreateSpec } from "../dialogs/lazy-dialogs.ts";
import type { PlanParams } from "../params.ts";

export function NoSpecs({ params, canEdit }: { params: PlanParams; canEdit: boolean }) {
  const [isOpen, open] = useState(false);
  const { projectSlug, planShortId } = params;
  return (
    <div className="mt-4">
      <Empty
        action={canEdit && <Button onClick={() => open(true)}>Add the first spec</Button>}
        command={`npx groundplan api POST /v1/projects/${projectSlug}/plans/${planShortId}/specs -f title="A guest pays"`}
      >
        No specs yet. Specs describe what to build, with numbered criteria.
      </Empty>
      {isOpen && <CreateSpec params={params} onClose={() => open(false)} />}
    </div>
  );
}
