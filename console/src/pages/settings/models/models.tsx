import { deleteModel, getWorkspace, listModels, type Model } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate, read, readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Empty } from "../../../components/empty.tsx";
import { List } from "../../../components/lists/list.tsx";
import { Confirm } from "../../../components/overlays/lazy.tsx";
import { toast } from "../../../components/overlays/toast.tsx";
import { Loaded } from "../../../components/page/loaded.tsx";
import { Section } from "../../../components/section.tsx";
import { useIsOwner, useWorkspace } from "../../../session/workspace.ts";
import { Ceilings } from "./ceilings.tsx";
import { ModelEntry } from "./model-entry.tsx";
import { ModelForm } from "./model-form.tsx";
import { Spending } from "./spending.tsx";

/** Language models of the operator, the workspace and the user, and what was spent on them. */
export default function Models() {
  const models = useQuery(readAll(listModels, {}, "models"));
  const currency = useQuery(read(getWorkspace, {})).data?.modelCurrency;
  const isOwner = useIsOwner();
  const isMember = useWorkspace().role !== "VIEWER";
  const [edited, edit] = useState<Model | "new" | null>(null);
  const [removed, setRemoved] = useState<Model | null>(null);
  const remove = async ({ id: modelId, name }: Model) => {
    await call(deleteModel, { params: { modelId } });
    await invalidate(listModels);
    toast(`The model ${name} is deleted, with its key.`);
  };
  if (!isMember) return null;
  return (
    <Section
      title="Models"
      says="The planning agent works with the newest usable one of your own models, else of the workspace's, else with the operator's."
      actions={<Button onClick={() => edit("new")}>Add a model</Button>}
    >
      <Loaded query={models}>
        {(all) =>
          all.length === 0 ? (
            <Empty>
              No models yet. Add one with a provider's key. One on a private network, such as Ollama, is set
              by the operator.
            </Empty>
          ) : (
            <List label="Models" items={all} keyOf={({ id }) => id}>
              {(model) => (
                <ModelEntry
                  model={model}
                  currency={currency}
                  mayChange={model.scope === "person" || (model.scope === "workspace" && isOwner)}
                  onEdit={() => edit(model)}
                  onDelete={() => setRemoved(model)}
                />
              )}
            </List>
          )
        }
      </Loaded>
      <Ceilings isOwner={isOwner} />
      <Spending />
      {edited !== null && (
        <ModelForm
          model={edited === "new" ? null : edited}
          currency={currency}
          isOwner={isOwner}
          onClose={() => edit(null)}
        />
      )}
      {removed && (
        <Confirm
          title={`Delete the model ${removed.name}`}
          action="Delete model"
          act={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          Its key is deleted, too. What was spent on it stays listed.
        </Confirm>
      )}
    </Section>
  );
}
