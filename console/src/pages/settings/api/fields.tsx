import { useState } from "react";
import { type Document, fieldsOf, type Schema, typeOf } from "./document.ts";
import { Words } from "./words.tsx";

interface Properties {
  document: Document;
  schema: Schema;
}

/** The fields of a schema; those of objects are shown when they are opened. */
export function Fields({ document, schema }: Properties) {
  const { properties = {}, required = [] } = fieldsOf(document, schema) ?? {};
  const fields = Object.entries(properties);
  if (fields.length === 0) return <p className="text-note text-ink-2">{typeOf(schema)}</p>;
  return (
    <ul>
      {fields.map(([name, field]) => (
        <li key={name} className="border-t border-line py-1">
          <code className="font-mono text-small">{name}</code>{" "}
          <span className="text-note text-ink-2">
            {typeOf(field)}
            {required.includes(name) && ", required"}
          </span>
          {field.description && (
            <p className="text-note text-ink-2">
              <Words>{field.description}</Words>
            </p>
          )}
          {fieldsOf(document, field) && <Inner name={name} document={document} schema={field} />}
        </li>
      ))}
    </ul>
  );
}

function Inner({ name, document, schema }: Properties & { name: string }) {
  const [isOpen, open] = useState(false);
  return (
    <details className="px-2" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary className="text-note">Fields of {name}</summary>
      {isOpen && <Fields document={document} schema={schema} />}
    </details>
  );
}
