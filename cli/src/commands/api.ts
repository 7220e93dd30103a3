import { InvalidArgumentError } from "commander";
import { type FieldOptions, readFields } from "../api/fields.ts";
import { printBody } from "../api/print-body.ts";
import { readInput } from "../api/read-input.ts";
import { command } from "../command.ts";
import { exitCodeOf, exitCodes } from "../exit-codes.ts";
import { Failure } from "../failure.ts";
import { connect } from "../service.ts";
import { readSettings } from "../settings.ts";

interface Options extends FieldOptions {
  header?: string[];
  input?: string;
}

const collect = (value: string, values: string[] = []) => [...values, value];

export const api = () =>
  command(
    "api",
    "send a request of the API, and print the body of its answer",
    "groundplan api GET /v1/me",
    "groundplan api PATCH /v1/projects/web/plans/PLAN-1 -f status=READY",
    "groundplan api GET /v1/openapi.json",
  )
    .argument("<method>", "GET, POST, PUT, PATCH or DELETE", asMethod)
    .argument("<path>", "such as /v1/me; `api GET /v1/openapi.json` describes all of them")
    .option("-f, --raw-field <name=value>", "a text of the body, or of a GET's query; repeatable", collect)
    .option(
      "-F, --field <name=value>",
      "the same; true, null, 12 are values, @FILE is a file's text",
      collect,
    )
    .option("-H, --header <name:value>", "a header of the request; repeatable", collect)
    .option("--input <file>", "the body, from a file or with - from standard input; fields go to the query")
    .action(async (method: string, path: string, { header = [], input, ...options }: Options) => {
      const settings = readSettings();
      const client = connect(settings);
      const fields = await readFields(options);
      const isInQuery = method === "GET" || input !== undefined;
      const json = isInQuery || fields.size === 0 ? undefined : JSON.stringify(Object.fromEntries(fields));
      const body = input === undefined ? json : await readInput(input);
      if (method === "GET" && body !== undefined) throw wrong("A GET has no body.");
      const address = pathOf(path, settings.url) + (isInQuery ? queryOf(path, fields) : "");
      const response = await client.send(method, address, { headers: headersOf(header), body });
      await printBody(response);
      process.exitCode = exitCodeOf(response.status);
      if (!response.ok) process.stderr.write(`The service answered with the status ${response.status}.\n`);
    });

const wrong = (message: string) => new Failure(message, { exitCode: exitCodes.usage });

function asMethod(value: string): string {
  if (/^(GET|POST|PUT|PATCH|DELETE)$/i.test(value)) return value.toUpperCase();
  throw new InvalidArgumentError("It must be GET, POST, PUT, PATCH or DELETE.");
}

/** Returns the path of an address of the service. Refuses other origins, which would receive the key. */
function pathOf(path: string, url: string): string {
  if (path.startsWith(`${url}/`)) return path.slice(url.length);
  if (/^[a-z][a-z0-9+.-]*:/i.test(path))
    throw wrong(`The key goes to ${url} only. Give a path there, such as /v1/me.`);
  return path.startsWith("/") ? path : `/${path}`;
}

function queryOf(path: string, fields: ReadonlyMap<string, unknown>): string {
  if (fields.size === 0) return "";
  const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
  return `${path.includes("?") ? "&" : "?"}${query}`;
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers = lines.map((line) => {
    const [, name, value] = /^([\w-]+):\s*([\x20-\x7e]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw wrong(`"${line}" is no header. Write name:value.`);
    return [name.toLowerCase(), value] as const;
  });
  return Object.fromEntries(headers);
}
