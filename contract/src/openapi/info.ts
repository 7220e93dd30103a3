/** The `info` object, with the conventions that hold for every operation. */
export const info = {
  title: "Groundplan",
  summary: "Plan, specify and push work from any client.",
  description: `Plans are broken into specs and pushed to an issue tracker.

- **Addresses**: plans and specs are addressed by their handles (\`PLAN-<n>\`, \`SPEC-<n>\`); bodies take a handle or an id. What the caller can't read answers 404, the same as what does not exist.
- **Input**: unknown fields and query parameters are refused with 400. A known path with another method answers 405 \`method_not_allowed\` with \`Allow\`.
- **Fields**: a field that can be empty is present as \`null\`; one that does not apply is left out. New fields may appear at any time: clients ignore what they don't know.
- **Lists** take \`limit\` and \`cursor\` and answer \`nextCursor\`, the \`cursor\` of the next page, until the last one. A page may be shorter than its \`limit\`: it ends early at 4 MiB.
- **Concurrency**: single reads answer an \`ETag\`; writes heed \`If-Match\` (412), or \`baseRevision\` in the body, which merges changes that don't overlap.
- **Retries**: every POST, and every PATCH or PUT with a JSON body, takes an \`Idempotency-Key\`; a stored answer carries \`Idempotent-Replayed: true\`.
- **Claims**: a write with the header \`Claim: <id>.<fence>\` is refused with 409 \`claim_lost\` once the claim is not held any more.
- **Answers** carry \`X-Request-Id\`, and \`RateLimit\` with \`RateLimit-Policy\` if the caller is known.
- **Errors**: an operation lists its own codes; the response \`Error\` has those that any request can meet, and the schema \`Error\` explains each.
- **Bodies** have at most 1 MiB unless the operation says more.`,
  contact: { name: "The operator of this service" },
  license: { name: "Apache-2.0", identifier: "Apache-2.0" },
};
