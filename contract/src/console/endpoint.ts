import type { z } from "zod";
import { type Endpoint, endpoint, type None } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";

/**
 * The sign-in that an endpoint requires. "Recent" means less than 15 minutes ago (decisions section 7,
 * signing in).
 */
export type Needs = "nothing" | "session" | "recent sign-in";

/** An endpoint for the console only, authenticated by the session cookie. */
export interface ConsoleEndpoint<
  Params extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> extends Endpoint<Params, None, Body, Reply> {
  needs: Needs;
}

interface Declaration<P extends z.ZodObject, B extends z.ZodType, R extends z.ZodType> {
  id: `console.${string}`;
  method: Endpoint["method"];
  path: `/console/${string}`;
  summary: string;
  needs: Needs;
  params?: P;
  body?: B;
  bodyOptional?: boolean;
  reply: R;
  status?: 200 | 201;
  errors?: readonly ErrorCode[];
}

/** Declares a console endpoint. It stays out of the OpenAPI document. */
export function consoleEndpoint<
  R extends z.ZodType,
  P extends z.ZodObject = None,
  B extends z.ZodType = z.ZodUndefined,
>({ needs, ...declared }: Declaration<P, B, R>): ConsoleEndpoint<P, B, R> {
  return { ...endpoint<R, P, None, B>({ ...declared, tag: "Console", scope: "none" }), needs };
}
