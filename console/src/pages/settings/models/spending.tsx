import { listModelUsage, type ModelUsage } from "@groundplan/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readAll } from "../../../api/read.ts";
import { Button } from "../../../components/button.tsx";

/** The rows per page. */
const step = 200;

/** The usage of models, the latest days first. */
export function Spending() {
  const [most, setMost] = useState(step);
  const { data: usage = [], isFetching } = useQuery({
    ...readAll(listModelUsage, {}, "usage", most),
    placeholderData: keepPreviousData,
  });
  if (usage.length === 0) return null;
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
        <tbody>{usage.map(rowOf)}</tbody>
      </table>
      {usage.length >= most && (
        <Button className="mt-3" busy={isFetching} onClick={() => setMost(most + step)}>
          Show earlier days
        </Button>
      )}
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
