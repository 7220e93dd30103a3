/** The untestable words in the demo's spec about measuring. */
export const vague = "Probably a dashboard with the usual numbers, fast and easy to read. TBD.";

/** The suggested replacement. */
export const measured = `## Acceptance criteria

1. WHEN a visitor fills a basket, reaches the address page, reaches payment or pays THEN that step is counted once for the visit.
2. The counts of each step by day and kind of device can be downloaded as CSV.
3. Nothing that is counted holds a name, an address or an e-mail address.`;
