import { failureReason } from "@groundplan/contract";
import { expect, it } from "vitest";
import { OutboundError, sentenceOf } from "../../outbound/errors.ts";
import { notAnswered } from "./answer-reader.ts";

it.each(failureReason.options)(
  "a tracker that is not reached (%s) is told with what to do about it",
  (reason) => {
    const error = notAnswered("Jira", new OutboundError(reason));
    expect(error).toMatchObject({ reason, code: reason === "timeout" ? "timeout" : "unreachable" });
    expect(error.message).toBe(`Jira could not be reached. ${sentenceOf(reason)}`);
  },
);
