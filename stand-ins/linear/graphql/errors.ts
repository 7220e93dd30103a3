import { GraphQLError } from "graphql";
import type { Answer } from "../../common/answers.ts";

type Kind = {
  type: string;
  code: string;
  statusCode: number;
  userError: boolean;
  userPresentableMessage?: string;
};

function refusal(message: string, kind: Kind): GraphQLError {
  return new GraphQLError(message, { extensions: { ...kind } });
}

export const invalidInput = (message: string, presentable = message) =>
  refusal(message, {
    type: "invalid input",
    code: "INPUT_ERROR",
    statusCode: 400,
    userError: true,
    userPresentableMessage: presentable,
  });

/** Returns the error of argument checks, which precede all rules. */
export const badArgument = (problem: string) =>
  refusal("Argument Validation Error", {
    type: "invalid input",
    code: "INVALID_INPUT",
    statusCode: 400,
    userError: true,
    userPresentableMessage: problem,
  });

export const internalError = (message = "Internal server error") =>
  refusal(message, {
    type: "internal error",
    code: "INTERNAL_SERVER_ERROR",
    statusCode: 500,
    userError: false,
  });

export const forbidden = (message = "You don't have permission to do this") =>
  refusal(message, {
    type: "forbidden",
    code: "FORBIDDEN",
    statusCode: 403,
    userError: true,
    userPresentableMessage: message,
  });

export const usageLimit = (what: string) =>
  refusal(`Usage limit exceeded: ${what}`, {
    type: "usage limit exceeded",
    code: "USAGE_LIMIT_EXCEEDED",
    statusCode: 403,
    userError: true,
    userPresentableMessage: `Your workspace has reached its limit of ${what}.`,
  });

export const lockTimeout = () =>
  refusal("Lock timeout", { type: "lock timeout", code: "LOCK_TIMEOUT", statusCode: 409, userError: false });

export const authenticationError = (message = "Authentication required, not authenticated") =>
  refusal(message, {
    type: "authentication error",
    code: "AUTHENTICATION_ERROR",
    statusCode: 401,
    userError: true,
    userPresentableMessage: "You need to authenticate to access this operation.",
  });

export const rateLimited = (what: string) =>
  refusal(`Rate limit exceeded: ${what}`, {
    type: "ratelimited",
    code: "RATELIMITED",
    statusCode: 429,
    userError: true,
    userPresentableMessage: "Too many requests. Please try again later.",
  });

/** An unsupported part of Linear, never answered as if it worked; recorded as a violation. */
export class LeftOut extends Error {
  constructor(what: string) {
    super(`Not in the stand-in: ${what}`);
  }
}

/** Answers with errors only: nothing was executed. */
export const refused = (status: number, ...errors: GraphQLError[]): Answer => ({
  status,
  body: { errors: errors.map((error) => error.toJSON()) },
});
