import { getOpenApi } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/read.ts";
import { Loaded } from "../../../components/page/loaded.tsx";
import { useRecent } from "../../../components/page/recent.ts";
import { Section } from "../../../components/section.tsx";
import { type Document, type Operation, operationsOf } from "./document.ts";
import { OperationDetails } from "./operation-details.tsx";
import type { Ids } from "./request-examples.ts";

const box = "min-w-0 max-w-full rounded-md border border-field bg-paper px-2 py-1 text-base text-ink";

/** Operations shown for a search. */
const mostFound = 30;

const idNames = { projectSlug: "Project", planShortId: "Plan", specShortId: "Spec" } as const;

/** Reads ids from the newest visited page that has any. */
function idsOf(visited: readonly { to: string }[]): Ids {
  for (const { to } of visited) {
    const found = /^\/projects\/([^/]+)(?:\/plans\/(PLAN-\d+))?(?:\/specs\/(SPEC-\d+))?/.exec(to);
    if (found)
      return {
        projectSlug: decodeURIComponent(found[1] ?? ""),
        planShortId: found[2] ?? "",
        specShortId: found[3] ?? "",
      };
  }
  return {};
}

/** The reference of the API: every operation by its group, with examples for the page last visited. */
export function Reference({ apiKey }: { apiKey: string }) {
  const query = useQuery(read(getOpenApi, { query: {} }));
  return (
    <Section
      title="Reference"
      says={
        <>
          The same as a document:{" "}
          <a href={getOpenApi.path} className="text-accent underline underline-offset-2">
            OpenAPI
          </a>
          .
        </>
      }
    >
      <Loaded query={query}>
        {(document) => <Operations document={document as unknown as Document} apiKey={apiKey} />}
      </Loaded>
    </Section>
  );
}

function Operations({ document, apiKey }: { document: Document; apiKey: string }) {
  const [ids, setIds] = useState(idsOf(useRecent()));
  const [typed, type] = useState("");
  const operations = operationsOf(document);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter(({ id, summary, path, method }) =>
    words.every((word) => `${method} ${path} ${id} ${summary}`.toLowerCase().includes(word)),
  );
  const shown = (some: readonly Operation[]) => (
    <ul>
      {some.map((operation) => (
        <li key={operation.id} className="border-t border-line">
          <OneOperation document={document} operation={operation} apiKey={apiKey} ids={ids} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <search aria-label="Find an operation" className="mb-3 flex flex-wrap items-center gap-2">
        <input
          type="search"
          aria-label="Find an operation"
          placeholder="Find an operation"
          value={typed}
          onChange={({ target }) => type(target.value)}
          className={box}
        />
        {Object.entries(idNames).map(([name, label]) => (
          <input
            key={name}
            aria-label={`${label} in the examples`}
            placeholder={`${label} in the examples`}
            value={ids[name] ?? ""}
            onChange={({ target }) => setIds({ ...ids, [name]: target.value.trim() })}
            className={box}
          />
        ))}
      </search>
      {words.length > 0 ? (
        <>
          <p role="status" className="mb-2 text-note text-ink-2">
            {found.length === 1 ? "1 operation" : `${found.length} operations`}
            {found.length > mostFound && `, the first ${mostFound} of which are shown`}
          </p>
          {shown(found.slice(0, mostFound))}
        </>
      ) : (
        document.tags.map(({ name, description }) => (
          <Group key={name} name={name} description={description}>
            {() => shown(operations.filter(({ tag }) => tag === name))}
          </Group>
        ))
      )}
    </>
  );
}

interface GroupProperties {
  name: string;
  description: string;
  children: () => React.ReactNode;
}

/** A group whose operations are rendered when it is opened. */
function Group({ name, description, children }: GroupProperties) {
  const [isOpen, open] = useState(false);
  return (
    <details className="border-t border-line" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary className="py-2">
        <h3 className="inline font-semibold">{name}</h3>{" "}
        <span className="text-note text-ink-2">{description}</span>
      </summary>
      {isOpen && children()}
    </details>
  );
}

function OneOperation(properties: { document: Document; operation: Operation; apiKey: string; ids: Ids }) {
  const [isOpen, open] = useState(false);
  const { method, path, summary } = properties.operation;
  return (
    <details className="px-2" onToggle={({ currentTarget }) => open(currentTarget.open)}>
      <summary className="py-2">
        {summary}{" "}
        <code className="font-mono text-small break-all text-ink-2">
          {method} {path}
        </code>
      </summary>
      {isOpen && <OperationDetails {...properties} />}
    </details>
  );
}
