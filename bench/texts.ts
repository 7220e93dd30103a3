export function specText(seed: number): string {
  const word = (at: number) => words[(seed * 7 + at * 3) % words.length] ?? "";
  const prose = (from: number) =>
    `The ${word(from)} keeps every ${word(from + 1)} that a ${word(from + 2)} sends, and answers with the ${word(from + 3)} as it was before. When the ${word(from + 4)} is closed it says so within 200 ms and changes nothing.`;
  const criteria = Array.from(
    { length: 6 },
    (_, at) =>
      `${at + 1}. When a ${word(at)} sends the same ${word(at + 1)} twice within ${at + 5} minutes, the ${word(at + 2)} shows one entry and answers with status 200.`,
  );
  return [
    `## Goal\n\n${prose(1)} ${prose(6)}`,
    `## Scope\n\n- ${prose(11)}\n- ${prose(16)}\n- Not part of it: the ${word(4)} of a \`${word(5)}\`.`,
    `\`\`\`\nPOST /${word(8)}/{id}\n{"${word(9)}": 3, "note": "## no heading"}\n\`\`\``,
    `## Acceptance criteria\n\n${criteria.join("\n")}`,
    `## Notes\n\n${prose(21)}`,
    "",
  ].join("\n\n");
}

const words =
  "order customer basket invoice parcel ledger payment voucher account booking ticket reader import report folder schedule reminder calendar contract warehouse".split(
    " ",
  );
