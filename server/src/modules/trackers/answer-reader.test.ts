import { failureReason } from "@groundplan/contract";
import { expect, it } from "vitest";
import { OutboundError, sentenceOf } from "../../outbound/errors.ts";
import { notAnswered } from "./answer-reader.ts";

it.each(failureReason.options)("the error for an unreachable tracker (%s) says what to do", (reason) => {
  const error = notAnswered("Jira", new OutboundError(reason));
  expect(error).toMatchObject({ reason, code: reason === "timeout" ? "timeout" : "unreachable" });
  expect(error.message).toBe(`Jira could not be reached. ${sentenceOf(reason)}`);
});
