import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { databases } from "../../../../server/test/databases.ts";
import { setUpTerminal } from "../terminal.test-support.ts";
import { hunksOf } from "./hunks-of.ts";

describe.each(databases)("$database: talking about texts in the terminal", ({ create }) => {
  const terminal = setUpTerminal(create);
  const { shown, json, run, file, world } = terminal;
  const bobs = () => ({ ...terminal.env, GROUNDPLAN_API_KEY: world.bob.key });

  it("`comment` opens, lists, answers, resolves and reopens threads", async () => {
    await shown("plan", "create", "Launch");
    const text = file("sign-in.md", "People sign in.\n\nThe form is fast.\n");
    await shown("spec", "create", "PLAN-1", "Sign in", "--file", text);
    expect(await shown("comment", "PLAN-1/SPEC-1")).toBe("PLAN-1/SPEC-1 has no open threads.\n");
    const { thread } = await json("comment", "plan-1/spec-1", "How", "fast?", "--on", "The form is fast");
    expect(thread.anchor.exact).toBe("The form is fast");
    await shown("comment", "PLAN-1/SPEC-1", "200 ms", "--reply", thread.id);
    const listed = await shown("comment", "PLAN-1/SPEC-1");
    expect(listed).toMatch(
      new RegExp(
        `^${thread.id} {2}open comment on "The form is fast"\\n {2}alice, [^\\n]+: How fast\\?\\n.*200 ms\\n$`,
        "s",
      ),
    );
    expect(await shown("comment", "PLAN-1/SPEC-1", "--resolve", thread.id)).toBe("The thread is resolved.\n");
    expect((await json("comment", "PLAN-1/SPEC-1")).threads).toEqual([]);
    expect((await json("comment", "PLAN-1/SPEC-1", "--all")).threads).toHaveLength(1);
    expect(await shown("comment", "PLAN-1/SPEC-1", "--reopen", thread.id)).toBe("The thread is open.\n");
    expect(await shown("comment", "PLAN-1", "About the plan")).toContain("`groundplan comment PLAN-1`");
    expect((await run(["comment", "PLAN-9", "Hello"])).code).toBe(3);
  });

  it("`suggest` suggests a change, and `suggestions` lists, shows, accepts, rejects and withdraws it", async () => {
    const made = await json(
      ...["suggest", "PLAN-1/SPEC-1", "--replace", "is fast", "--with", "answers in 200 ms"],
      ...["--message", "So it can be tested"],
    );
    const { id } = made.suggestion;
    expect(await shown("suggestions", "PLAN-1/SPEC-1")).toMatch(
      new RegExp(`\\n${id} +open +alice +1 part +So it can`),
    );
    expect(await shown("suggestions", "show", "PLAN-1/SPEC-1", id)).toBe(
      "alice: So it can be tested\n\n- is fast\n+ answers in 200 ms\n",
    );
    expect(await shown("suggestions", "accept", "PLAN-1/SPEC-1", id)).toBe("The suggestion is accepted.\n");
    const wanted = "People sign in.\n\nThe form answers in 200 ms.\n\nIt works offline.\n";
    const second = await json("suggest", "PLAN-1/SPEC-1", "--file", file("wanted.md", wanted));
    await shown("suggestions", "reject", "PLAN-1/SPEC-1", second.suggestion.id, "--reason", "Out of scope");
    expect(
      (await json("suggestions", "list", "PLAN-1/SPEC-1", "--state", "rejected")).suggestions,
    ).toMatchObject([{ reason: "Out of scope" }]);
    const env = { ...terminal.env, EDITOR: "sed -i s/People/Members/" };
    const edited = await run(["suggest", "PLAN-1/SPEC-1", "--json"], env);
    const third = JSON.parse(edited.stdout).suggestion;
    expect(third.hunks).toMatchObject([{ exact: "People sign in.\n", replacement: "Members sign in.\n" }]);
    expect(await shown("suggestions", "withdraw", "PLAN-1/SPEC-1", third.id)).toBe(
      "The suggestion is withdrawn.\n",
    );
    expect((await run(["suggest", "PLAN-1/SPEC-1", "--replace", "x"])).code).toBe(2);
    const unchanged = await run(["suggest", "PLAN-1/SPEC-1"], { ...terminal.env, EDITOR: "true" });
    expect(unchanged.stdout).toMatch(/^The text is unchanged/);
  });

  it("`inbox` lists what others did, marks it as read and unread, and puts it off", async () => {
    await run(["comment", "PLAN-1/SPEC-1", "Hello, Alice"], bobs());
    const read = async (...args: string[]) => (await json("inbox", ...args)).items as { id: string }[];
    await expect.poll(() => read()).not.toEqual([]);
    const [item] = await read();
    const id = item?.id ?? "";
    expect(await shown("inbox")).toMatch(/^ID +WHERE .*PLAN-1\/SPEC-1 +bob /s);
    expect(await shown("inbox", "read", id)).toBe("Marked as read: 1.\n");
    expect(await shown("inbox", "unread", id)).toBe("Marked as unread: 1.\n");
    expect(await shown("inbox", "snooze", id, "--until", "2d")).toBe("Put off: 1.\n");
    expect((await json("inbox", "list", "--snoozed")).items).toMatchObject([{ id }]);
    await shown("inbox", "read", "--all");
    expect(await read()).toEqual([]);
    expect((await run(["inbox", "read"])).code).toBe(2);
    expect((await run(["inbox", "snooze", id, "--until", "soon"])).code).toBe(2);
  });
});

const lines = fc
  .array(fc.constantFrom("a", "b", "", "c d"), { maxLength: 12 })
  .map((parts) => parts.join("\n"));

it("the hunks of two texts turn the first into the second", () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changed = hunksOf(before, after).reduceRight(
        (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
        before,
      );
      expect(changed).toBe(after);
    }),
  );
});
