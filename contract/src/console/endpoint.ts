import type { z } from "zod";
import { type Endpoint, endpoint, type None } from "../endpoint.ts";
import type { ErrorCode } from "../errors.ts";

/**
 * This is what an endpoint of the console asks of the browser that calls it: nothing, a session, or a session whose sign-in was
 * less than 15 minutes ago (decisions section 7, signing in).
 */
export type Needs = "nothing" | "session" | "recent sign-in";

/** An endpoint that only the console calls, with the cookie of its session instead of a credential. */
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
  reply: R;
  status?: 200 | 201;
  errors?: readonly ErrorCode[];
}

/** Declares an endpoint of the console. It is no part of the API that the OpenAPI document describes. */
export function consoleEndpoint<
  R extends z.ZodType,
  P extends z.ZodObject = None,
  B extends z.ZodType = z.ZodUndefined,
>({ needs, ...declared }: Declaration<P, B, R>): ConsoleEndpoint<P, B, R> {
  return { ...endpoint<R, P, None, B>({ ...declared, tag: "Console", scope: "none" }), needs };
}
