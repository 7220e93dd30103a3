import type { Operation } from "./document.ts";

/** Values of path parameters by name. */
export type Ids = Readonly<Record<string, string>>;

interface Target {
  url: string;
  key: string;
  ids: Ids;
}

/** Fills a path; unknown ids keep their names, in capitals. */
const addressOf = ({ path }: Operation, { url, ids }: Target): string =>
  url +
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    ids[name] ? encodeURIComponent(ids[name]) : name.toUpperCase(),
  );

const indent = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

/** Returns an operation's call in each language, with a body's example. */
export function requestExamples(operation: Operation, target: Target): { label: string; text: string }[] {
  const { method, body } = operation;
  const address = addressOf(operation, target);
  const { key } = target;
  const data = body && JSON.stringify(body.example, null, 2);
  const quoted = data?.replaceAll("'", `'\\''`);
  const curl = [
    `curl -sS${method === "GET" ? "" : ` -X ${method}`} '${address}'`,
    `-H 'Authorization: Bearer ${key}'`,
    ...(quoted ? ["-H 'Content-Type: application/json'", `-d '${quoted}'`] : []),
  ];
  const script = [
    `const answer = await fetch("${address}", {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    `  headers: { authorization: "Bearer ${key}"${data ? `, "content-type": "application/json"` : ""} },`,
    ...(data ? [`  body: JSON.stringify(${indent(data, "  ")}),`] : []),
    "});",
    "console.log(await answer.json());",
  ];
  const python = [
    "import json, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    "${address}",`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    `    headers={"Authorization": "Bearer ${key}"${data ? `, "Content-Type": "application/json"` : ""}},`,
    ...(data
      ? [`    data=json.dumps(json.loads(${JSON.stringify(JSON.stringify(body.example))})).encode(),`]
      : []),
    ")",
    "print(json.load(urllib.request.urlopen(request)))",
  ];
  return [
    { label: "curl", text: curl.join(" \\\n  ") },
    { label: "JavaScript", text: script.join("\n") },
    { label: "Python", text: python.join("\n") },
  ];
}
