import { NamedPlans } from "./named-plans.tsx";

/** The most handles listed. */
const most = 10;

/** A warning about dependency cycles. */
export function CycleNote({ cycles }: { cycles: readonly (readonly string[])[] }) {
  return (
    <section
      aria-label="Waiting for each other"
      className="my-3 rounded-card border border-line bg-sheet px-3.5 py-2.5 text-base"
    >
      <ul className="grid gap-1">
        {cycles.map((specs) => (
          <li key={specs.join()}>
            {cycleText(specs)}{" "}
            <span className="font-mono text-small text-ink-2">
              <NamedPlans text={listed(specs)} />
            </span>
          </li>
        ))}
      </ul>
      <p className="pt-1 text-small text-ink-2">
        None of these can start. Remove one of the dependencies between them or between their plans.
      </p>
    </section>
  );
}

/** Users who can't read its other specs see only one. */
export const cycleText = ({ length }: readonly string[]): string =>
  length === 1
    ? "1 spec waits in a cycle through plans that you can't read:"
    : `${length.toLocaleString("en")} specs wait for each other:`;

export const listed = (specs: readonly string[]): string =>
  specs.slice(0, most).join(", ") + (specs.length > most ? ` and ${specs.length - most} more` : "");
