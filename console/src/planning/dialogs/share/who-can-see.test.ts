import { expect, it } from "vitest";
import { whoCanSee } from "./who-can-see.ts";

const of = (visibility: "PRIVATE" | "TEAM", ...names: string[]) =>
  whoCanSee({ visibility, workspace: "Acme", owner: "you", shares: names.map((name) => ({ name })) });

it("One sentence tells who can see a plan", () => {
  expect(of("TEAM", "Grace")).toBe("Everybody in Acme can see this plan, and members can edit it.");
  expect(of("PRIVATE")).toBe("Only you can see this plan.");
  expect(of("PRIVATE", "Grace")).toBe("Only you and Grace can see this plan.");
  expect(of("PRIVATE", "Grace", "Linus", "Edsger")).toBe(
    "Only you, Grace, Linus, and Edsger can see this plan.",
  );
  expect(of("PRIVATE", "A", "B", "C", "D", "E")).toBe("Only you, A, B, and 3 others can see this plan.");
});
