import { listModelUsage, type ModelUsage } from "@groundplan/contract";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/read.ts";

/** The latest days' usage. */
export function Spending() {
  const { data } = useQuery(read(listModelUsage, { query: { limit: "100" } }));
  if (!data || data.usage.length === 0) return null;
  return (
    <section aria-label="Spending by day, person and model" className="mt-6 overflow-x-auto">
      <h3 className="mb-1 text-note font-[550]">Spending</h3>
      <table className="w-full text-note">
        <thead>
          <tr className="text-left text-ink-2">
            {["Day", "Person", "Model", "Tokens in", "Tokens out", "Cost"].map((title) => (
              <th key={title} scope="col" className="py-1 px-2 font-[550]">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{data.usage.map((usage) => rowOf(usage))}</tbody>
      </table>
      {data.nextCursor && <p className="mt-1 text-note text-ink-2">Earlier days: GET /v1/models/usage.</p>}
    </section>
  );
}

function rowOf({ day, person, model, inputTokens, outputTokens, cost }: ModelUsage) {
  const cells = [
    day,
    person?.name ?? "Somebody who left",
    model.name,
    inputTokens.toLocaleString("en"),
    outputTokens.toLocaleString("en"),
    cost
      ? cost.amount.toLocaleString("en", {
          style: "currency",
          currency: cost.currency,
          maximumFractionDigits: 4,
        })
      : "–",
  ];
  return (
    <tr key={[day, person?.userId, model.id, cost?.currency].join()} className="border-t border-line">
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are fixed.
        <td key={index} className="py-1 px-2 whitespace-nowrap">
          {cell}
        </td>
      ))}
    </tr>
  );
}
