import type { lookUpDevice, Reply } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { toastProblem } from "../../components/overlays/toast.tsx";
import { useSession } from "../../session/session.ts";

/** An app that asks for access. */
type App = Reply<typeof lookUpDevice>["device"];

interface Properties {
  app: App;
  /** Sends the decision and the workspace to grant access to. */
  decide: (decision: { allow: boolean; workspaceId?: string }) => Promise<unknown>;
}

const may: Record<App["scope"], string> = {
  read: "Read everything that you can see in the workspace.",
  write: "Read everything that you can see in the workspace, and change what you can change.",
};

export function AppRequest({ app: { scope, workspaces }, decide }: Properties) {
  const { user, workspaceId } = useSession();
  const [isRefusing, setRefusing] = useState(false);
  const [first] = workspaces;
  const allow = async ({ workspace = first?.id ?? "" }) => decide({ allow: true, workspaceId: workspace });
  const refuse = async () => {
    setRefusing(true);
    await decide({ allow: false }).catch(toastProblem);
    setRefusing(false);
  };
  const deny = (
    <Button wide busy={isRefusing} onClick={() => void refuse()}>
      Deny
    </Button>
  );
  if (!first)
    return (
      <div className="grid gap-3">
        <p>You aren't a member of a workspace, so there is nothing to connect the app to.</p>
        {deny}
      </div>
    );
  return (
    <Form submit={allow} action="Allow" wide beside={deny}>
      <div className="grid gap-1">
        <h2 className="text-note font-[550]">It will be able to</h2>
        <p>{may[scope]}</p>
        <p className="text-note text-ink-2">
          It acts as {user.email}, until you disconnect it under Connected apps.
        </p>
      </div>
      {workspaces.length > 1 ? (
        <Choice label="Workspace" name="workspace" defaultValue={workspaceId ?? first.id}>
          {workspaces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
      ) : (
        <p>
          In the workspace <strong className="font-[550]">{first.name}</strong>.
        </p>
      )}
    </Form>
  );
}
