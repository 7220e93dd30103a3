import { type Fields, Refusal } from "../github/answers.ts";

/** Problems by field id, as `errors` of Jira's ErrorCollection. */
export type FieldErrors = Record<string, string>;

/** An answer in Jira's ErrorCollection that ends the operation early. The front sends it. */
export class JiraRefusal extends Refusal {
  override readonly answer: { status: number; body: Fields; headers?: Record<string, string> };

  constructor(
    status: number,
    messages: string[],
    errors: FieldErrors = {},
    headers?: Record<string, string>,
  ) {
    super(status, messages.join(" "));
    this.answer = {
      status,
      body: { errorMessages: messages, errors },
      ...(headers === undefined ? {} : { headers }),
    };
  }
}

/** 400 about fields of an issue. */
export const invalidFields = (errors: FieldErrors) => new JiraRefusal(400, [], errors);

export const bad = (message: string) => new JiraRefusal(400, [message]);

/** Returns the refusal for an issue that is hidden, which looks as if it did not exist. */
export const noIssue = () =>
  new JiraRefusal(404, ["Issue does not exist or you do not have permission to see it."]);

export const noPermission = (what: string) =>
  new JiraRefusal(403, [`You do not have permission to ${what} in this project.`]);

/** A part of Jira that this stand-in leaves out; never answered as if it worked. */
export const leftOut = (what: string) => new JiraRefusal(501, [`Not in the stand-in: ${what}`]);
