import { endpoints } from "@groundplan/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Counted } from "./response-hooks.ts";

/** Routes with open-ended answers. */
const streams = new Set(endpoints.filter(({ stream }) => stream).map(({ path }) => path));

const templates = new Map<string, string>();

/** Returns the metrics labels of an answer; undefined without a route. */
export function countedOf(request: FastifyRequest, reply: FastifyReply): Counted | undefined {
  const { url } = request.routeOptions;
  if (request.is404 || url === undefined) return undefined;
  const route = templateOf(url);
  return streams.has(route) ? { route } : { route, seconds: reply.elapsedTime / 1000 };
}

/** Returns a route in the contract's form, such as `/v1/projects/{projectSlug}`. */
function templateOf(url: string): string {
  const known = templates.get(url);
  if (known !== undefined) return known;
  const template = url.replace(/:(\w+)/g, "{$1}");
  templates.set(url, template);
  return template;
}
