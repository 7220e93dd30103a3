import { type JsonObject, Refusal } from "../common/answers.ts";

/** Problems by field id, as in Jira's ErrorCollection. */
export type FieldErrors = Record<string, string>;

/** Ends an operation with an ErrorCollection, sent by the front. */
export class JiraRefusal extends Refusal {
  declare readonly answer: { status: number; body: JsonObject; headers?: Record<string, string> };

  constructor(
    status: number,
    messages: string[],
    errors: FieldErrors = {},
    headers?: Record<string, string>,
  ) {
    super(messages.join(" "), {
      status,
      body: { errorMessages: messages, errors },
      ...(headers === undefined ? {} : { headers }),
    });
  }
}

export const invalidFields = (errors: FieldErrors) => new JiraRefusal(400, [], errors);

export const bad = (message: string) => new JiraRefusal(400, [message]);

/** Refuses a hidden issue like a missing one. */
export const noIssue = () =>
  new JiraRefusal(404, ["Issue does not exist or you do not have permission to see it."]);

export const noPermission = (what: string) =>
  new JiraRefusal(403, [`You do not have permission to ${what} in this project.`]);

/** Refuses an unsupported part of Jira. */
export const leftOut = (what: string) => new JiraRefusal(501, [`Not in the stand-in: ${what}`]);
