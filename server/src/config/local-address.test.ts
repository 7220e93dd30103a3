import { expect, it } from "vitest";
import { localAddress } from "./local-address.ts";

it.each([
  ["127.0.0.1", "http://localhost:4500"],
  ["::", "http://localhost:4500"],
  ["10.0.0.7", "http://10.0.0.7:4500"],
  ["2001:db8::5", "http://[2001:db8::5]:4500"],
  ["plans.internal", "http://plans.internal:4500"],
])("a service that listens on %s is reached at %s", (host, address) => {
  expect(localAddress(host, 4500)).toBe(address);
  expect(new URL(address).port).toBe("4500");
});
