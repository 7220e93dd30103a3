import type { lookUpDevice, Reply, Scope } from "@groundplan/contract";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Choice } from "../../components/forms/field.tsx";
import { Form } from "../../components/forms/form.tsx";
import { toastProblem } from "../../components/overlays/toast.tsx";
import { useSession } from "../../session/session.ts";

/** An app that asks for access. */
type App = Reply<typeof lookUpDevice>["device"];

export interface Decision {
  allow: boolean;
  /** The workspace to grant access to. */
  workspaceId?: string;
  /** Less than the app asks for, if given. */
  scope?: Scope;
}

interface Properties {
  app: App;
  /** Sends the decision. */
  decide: (decision: Decision) => Promise<unknown>;
}

export function AppRequest({ app: { scope, workspaces }, decide }: Properties) {
  const { user, workspaceId } = useSession();
  const [isRefusing, setRefusing] = useState(false);
  const [first] = workspaces;
  const allow = async ({ workspace: workspaceId = first?.id ?? "", scope: chosen = "" }) =>
    decide({ allow: true, workspaceId, scope: chosen === "read" ? chosen : scope });
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
        {scope === "write" ? (
          <Choice label="It will be able to" name="scope" defaultValue="write">
            <option value="write">Read and change: all that you can</option>
            <option value="read">Read only: all that you can see</option>
          </Choice>
        ) : (
          <>
            <h2 className="text-note font-[550]">It will be able to</h2>
            <p>Read everything that you can see in the workspace.</p>
          </>
        )}
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
