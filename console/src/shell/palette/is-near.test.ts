import { expect, test } from "vitest";
import { isNear } from "./is-near.ts";

test.each([
  ["statsu", "Set the status"],
  ["stauts", "Set the status"],
  ["invoces", "Invoices"],
  ["invooices", "Invoices of a month"],
  ["invo1ces", "Invoices"],
  ["prioirty", "Set the priority"],
  ["seting", "Settings"],
])("%s is near %s", (word, text) => expect(isNear(word, text.toLowerCase())).toBe(true));

test.each([
  ["set", "Sit down"],
  ["invoices", "Payments"],
  ["sattus", "Set the label"],
  ["xxatus", "Status"],
])("%s is not near %s", (word, text) => expect(isNear(word, text.toLowerCase())).toBe(false));
