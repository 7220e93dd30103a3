import { randomUUID } from "node:crypto";
import { listen } from "../../src/outbound/testing.ts";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  status: { code?: number; message?: string };
  facts: Record<string, unknown>;
}

type Attributes = { key: string; value: Record<string, unknown> }[];

const plain = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Listens at a path of its own: another test's service may still send to a port that it had before. */
export async function startCollector(answer?: Parameters<typeof listen>[0]) {
  const server = await listen(
    answer ?? ((_, response) => void response.setHeader("content-type", "application/json").end("{}")),
  );
  const path = `/${randomUUID()}`;
  const requests = () => server.requests.filter(({ url }) => url?.startsWith(path));
  const resources = () =>
    requests().flatMap(({ body }) => JSON.parse(body).resourceSpans as ReceivedResource[]);
  return {
    url: server.url + path,
    requests,
    text: () =>
      requests()
        .map(({ body }) => body)
        .join("\n"),
    resource: () => plain(resources()[0]?.resource.attributes ?? []),
    spans: (): ReceivedSpan[] =>
      resources()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .map(({ attributes, parentSpanId = "", status = {}, ...span }) => ({
          ...span,
          parentSpanId,
          status,
          facts: plain(attributes),
        })),
    close: server.close,
  };
}

type Always = Omit<ReceivedSpan, "facts" | "parentSpanId" | "status">;
type SentSpan = Always & Partial<Pick<ReceivedSpan, "parentSpanId" | "status">> & { attributes: Attributes };

interface ReceivedResource {
  resource: { attributes: Attributes };
  scopeSpans: { spans: SentSpan[] }[];
}
