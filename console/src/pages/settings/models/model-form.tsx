import { createModel, listModels, type Model, type ModelKind, updateModel } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { UserError } from "../../../base/user-error.ts";
import { Choice, Field } from "../../../components/forms/field.tsx";
import { FormDialog } from "../../../components/forms/form-dialog.tsx";
import { toast } from "../../../components/overlays/toast.tsx";

interface Properties {
  /** Null for a new one. */
  model: Model | null;
  /** Of the prices; undefined until it is known. */
  currency: string | undefined;
  isOwner: boolean;
  onClose: () => void;
}

export function ModelForm({ model, currency, isOwner, onClose }: Properties) {
  const [kind, setKind] = useState<ModelKind>(model?.kind ?? "anthropic");
  const submit = async (values: Record<string, string>) => {
    const body = bodyOf(values, kind, model);
    if (model) await call(updateModel, { params: { modelId: model.id }, body });
    else {
      const { apiKey, prices, baseUrl, ...given } = body;
      const scope = values.scope === "workspace" ? "workspace" : "person";
      const more = {
        ...(apiKey ? { apiKey } : {}),
        ...(prices ? { prices } : {}),
        ...(baseUrl ? { baseUrl } : {}),
      };
      await call(createModel, { body: Object.assign({ scope } as const, given, more) });
    }
    onClose();
    await invalidate(listModels);
    toast(`The model ${body.name} is saved.`);
  };
  return (
    <FormDialog
      title={model ? `Change ${model.name}` : "Add a model"}
      says="Texts that the agent reads are sent to its provider."
      submit={submit}
      action="Save model"
      onClose={onClose}
    >
      <Field
        label="Name"
        name="name"
        defaultValue={model?.name ?? ""}
        hint="As people here know it."
        required
      />
      <Choice
        label="Provider"
        name="kind"
        value={kind}
        onChange={({ target }) => setKind(target.value === "anthropic" ? target.value : "openai-compatible")}
      >
        <option value="anthropic">Anthropic</option>
        <option value="openai-compatible">OpenAI, or one that is compatible with it</option>
      </Choice>
      <Field
        label="Address"
        name="baseUrl"
        type="url"
        defaultValue={model?.baseUrl ?? ""}
        hint={
          kind === "anthropic"
            ? "Empty for Anthropic's own."
            : "Up to and including /v1, such as https://api.openai.com/v1."
        }
      />
      <Field
        label="Model"
        name="model"
        defaultValue={model?.model ?? ""}
        hint="The provider's name of it."
        required
      />
      <Field
        label="Key"
        name="apiKey"
        type="password"
        autoComplete="off"
        required={kind === "anthropic" && !model?.keyHint}
        hint={
          model?.keyHint
            ? `Empty keeps ${model.keyHint}, unless the provider or the address's host changes.`
            : `Kept sealed and never shown again.${kind === "anthropic" ? "" : " Leave it empty for one that needs none."}`
        }
      />
      <Field
        label="Tokens that it reads"
        name="contextTokens"
        inputMode="numeric"
        defaultValue={String(model?.contextTokens ?? 200_000)}
      />
      <Field
        label="Tokens that it answers"
        name="maxOutput"
        inputMode="numeric"
        defaultValue={String(model?.maxOutput ?? 8000)}
      />
      <Field
        label="Price of a million tokens in"
        name="input"
        inputMode="decimal"
        defaultValue={model?.prices ? String(model.prices.input) : ""}
        hint={`${currency ? `In ${currency}. ` : ""}Empty where only tokens are to be counted.`}
      />
      <Field
        label="Price of a million tokens out"
        name="output"
        inputMode="decimal"
        defaultValue={model?.prices ? String(model.prices.output) : ""}
      />
      {!model && isOwner && (
        <Choice label="For" name="scope" defaultValue="person">
          <option value="person">Only me</option>
          <option value="workspace">Everybody in the workspace</option>
        </Choice>
      )}
    </FormDialog>
  );
}

function bodyOf(values: Record<string, string>, kind: ModelKind, before: Model | null) {
  const { name = "", baseUrl = "", model = "", apiKey = "", input = "", output = "" } = values;
  // Saved without its missing key, it needs none.
  const isWithout = apiKey === "" && before?.usable === false && kind === "openai-compatible";
  const key: { apiKey?: string | null } = isWithout ? { apiKey: null } : apiKey === "" ? {} : { apiKey };
  if ((input === "") !== (output === "")) throw new UserError("Set both prices, or none.");
  return {
    name,
    kind,
    model,
    baseUrl: baseUrl === "" ? null : baseUrl,
    contextTokens: numberIn(values.contextTokens, "The tokens that it reads"),
    maxOutput: numberIn(values.maxOutput, "The tokens that it answers"),
    prices: input === "" ? null : { input: numberIn(input, "A price"), output: numberIn(output, "A price") },
    ...key,
  };
}

function numberIn(text = "", what: string): number {
  const number = Number(text.replaceAll(",", ""));
  if (text.trim() === "" || Number.isNaN(number))
    throw new UserError(`${what} must be a number, such as 8000.`);
  return number;
}
