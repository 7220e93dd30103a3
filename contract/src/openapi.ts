import { endpoints } from "./endpoints.ts";
import { bodyExamples } from "./openapi/body-examples.ts";
import { errorSchema, headers, notModified, requestHeaders, securitySchemes } from "./openapi/components.ts";
import { info } from "./openapi/info.ts";
import { operation } from "./openapi/operation.ts";
import { resourceExamples } from "./openapi/resource-examples.ts";
import { errorResponses } from "./openapi/responses.ts";
import { type JsonObject, schemaPrinter, sorted } from "./openapi/schemas.ts";
import { shareParameters, shareResponses } from "./openapi/shared-parts.ts";
import { type Tag, tags } from "./openapi/tags.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The parts that other code reads. A type alias, so that it is assignable to an open object. */
export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, JsonObject>;
  components: Record<"schemas" | "responses" | "parameters" | "headers" | "securitySchemes", JsonObject>;
  [key: string]: unknown;
};

/** Returns the OpenAPI 3.1 document, deterministically. Without `serverUrl`, addresses are relative. */
export function openApiDocument(options: {
  version: string;
  serverUrl?: string;
  /** Only the operations of this tag, with the schemas that they use. */
  tag?: Tag | undefined;
}): OpenApiDocument {
  const described = endpoints.filter(({ tag }) => options.tag === undefined || tag === options.tag);
  const schemas = schemaPrinter();
  const errors = errorResponses(described);
  const paths: Record<string, JsonObject> = {};
  for (const path of [...new Set(described.map((endpoint) => endpoint.path))].sort()) {
    const here = described.filter((endpoint) => endpoint.path === path);
    paths[path] = Object.fromEntries(
      methods.flatMap((method) =>
        here
          .filter((endpoint) => endpoint.method === method)
          .map((endpoint) => [method.toLowerCase(), operation(endpoint, schemas, errors)]),
      ),
    );
  }
  const parameters = shareParameters(paths);
  const responses = shareResponses(paths);
  return {
    openapi: "3.1.1",
    info: { ...info, version: options.version },
    servers: [{ url: options.serverUrl?.replace(/\/+$/, "") || "/" }],
    tags: Object.entries(tags)
      .filter(([name]) => options.tag === undefined || name === options.tag)
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: sorted(withExamples({ ...schemas.components, Error: errorSchema })),
      responses: sorted({ ...errors.components, ...responses, NotModified: notModified }),
      parameters: sorted({ ...requestHeaders, ...parameters }),
      headers,
      securitySchemes,
    },
  };
}

/** Adds examples to the schemas of resources and shared bodies. */
function withExamples(schemas: Record<string, JsonObject>): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const example = resourceExamples[name] ?? bodyExamples[name];
      return [name, example === undefined ? schema : { ...schema, examples: [example] }];
    }),
  );
}
