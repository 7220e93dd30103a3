import { listModelUsage, type Model, type Reply, testModel } from "@groundplan/contract";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { invalidate } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";
import { Entry } from "../../../components/entry.tsx";
import { toastProblem } from "../../../components/overlays/toast.tsx";
import { Pill } from "../../../components/pill.tsx";
import { withLabels } from "../../../planning/model-words.ts";

const scopes = { operator: "The operator's", workspace: "Workspace", person: "Yours" } as const;
const kinds = { anthropic: "Anthropic", "openai-compatible": "OpenAI-compatible" } as const;

interface Properties {
  model: Model;
  /** Of its prices; undefined until it is known. */
  currency: string | undefined;
  mayChange: boolean;
  onEdit: () => void;
  onDelete: () => void;
}

export function ModelEntry({ model, currency, mayChange, onEdit, onDelete }: Properties) {
  const [isTesting, setTesting] = useState(false);
  const [result, setResult] = useState<Reply<typeof testModel> | null>(null);
  const test = async () => {
    setTesting(true);
    setResult(null);
    try {
      setResult(await call(testModel, { params: { modelId: model.id } }));
      await invalidate(listModelUsage);
    } catch (error) {
      toastProblem(error);
    } finally {
      setTesting(false);
    }
  };
  const { name, kind, baseUrl, keyHint, contextTokens, maxOutput, prices, scope, usable } = model;
  return (
    <Entry
      title={name}
      pills={
        <>
          <Pill>{scopes[scope]}</Pill>
          {!usable && <Pill tone="warn">Its key is missing</Pill>}
        </>
      }
      about={
        <>
          <span>{kinds[kind]}</span>
          <code className="font-mono text-small">{model.model}</code>
          {baseUrl && <span className="break-all">{URL.parse(baseUrl)?.host}</span>}
          {keyHint && <span>key {keyHint}</span>}
          <span>
            reads {contextTokens.toLocaleString("en")} tokens, answers {maxOutput.toLocaleString("en")}
          </span>
          {prices && (
            <span>
              {prices.input} in, {prices.output} out for a million tokens
              {currency && `, in ${currency}`}
            </span>
          )}
          <span role="status" className={result?.ok === false ? "text-bad" : undefined}>
            {result &&
              (result.ok
                ? `It answered in ${result.latencyMs.toLocaleString("en")} ms.`
                : withLabels(result.error ?? ""))}
          </span>
        </>
      }
      actions={
        mayChange && (
          <>
            <Button look="quiet" busy={isTesting} aria-label={`Test ${name}`} onClick={() => void test()}>
              Test
            </Button>
            <Button look="quiet" aria-label={`Change ${name}`} onClick={onEdit}>
              Change
            </Button>
            <Button look="quiet" aria-label={`Delete ${name}`} onClick={onDelete}>
              Delete
            </Button>
          </>
        )
      }
    />
  );
}
