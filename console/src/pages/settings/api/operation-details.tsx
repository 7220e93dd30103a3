import { CopyLines } from "../../../components/text/copy-lines.tsx";
import type { Document, Operation } from "./document.ts";
import { typeOf } from "./document.ts";
import { Fields } from "./fields.tsx";
import { type Ids, requestExamples } from "./request-examples.ts";
import { Words } from "./words.tsx";

interface Properties {
  document: Document;
  operation: Operation;
  apiKey: string;
  ids: Ids;
}

/** What an operation takes and answers, with examples. */
export function OperationDetails({ document, operation, apiKey, ids }: Properties) {
  const { description, parameters, body, answers } = operation;
  const examples = requestExamples(operation, { url: location.origin, key: apiKey, ids });
  return (
    <div className="mb-6 grid gap-3 px-2">
      {description && (
        <p className="max-w-[70ch] text-ink-2">
          <Words>{description}</Words>
        </p>
      )}
      {parameters.length > 0 && (
        <div>
          <h3 className="mb-1 text-note font-[550]">Parameters</h3>
          <ul>
            {parameters.map(({ name, in: place, required, description: says, schema }) => (
              <li key={`${place} ${name}`} className="border-t border-line py-1">
                <code className="font-mono text-small">{name}</code>{" "}
                <span className="text-note text-ink-2">
                  {place}, {typeOf(schema ?? {})}
                  {required && ", required"}
                </span>
                {says && (
                  <p className="text-note text-ink-2">
                    <Words>{says}</Words>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {body && (
        <div>
          <h3 className="mb-1 text-note font-[550]">Body</h3>
          <Fields document={document} schema={body.schema} />
        </div>
      )}
      {answers.map(({ status, description: says, schema }) => (
        <div key={status}>
          <h3 className="mb-1 text-note font-[550]">
            {status === "default" ? "Other errors" : `Answer ${status}`}
          </h3>
          {says && (
            <p className="text-note text-ink-2">
              <Words>{says}</Words>
            </p>
          )}
          {schema && status.startsWith("2") && <Fields document={document} schema={schema} />}
        </div>
      ))}
      {examples.map((example) => (
        <CopyLines key={example.label} {...example} />
      ))}
    </div>
  );
}
