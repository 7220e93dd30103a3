export const instructions = `# How we plan in this shop

- A spec is one change that a visitor of the shop can see, or one that makes the next one possible.
- Criteria say what happens, WHEN it happens, and what happens if it goes wrong.
- Prices are shown with tax. Dates are shown in the visitor's own form.
- We deliver to Germany, Austria and Poland.
`;

/** Context sources of the checkout plan. */
export const sources = [
  {
    title: "Interviews with people who left",
    text: `# Interviews, twelve people who left at the sign-up form

Nine said that they did not want another password. Four were in a hurry, on a train or at work.
Three did come back and bought as guests elsewhere.

> "I only wanted the kettle. I don't want a relationship." (P4)

Two were afraid that a guest order can't be returned. The page should say that it can.
`,
  },
  {
    title: "Numbers of October",
    text: `# Baskets in October

| step | visitors | share of the step before |
|---|---|---|
| basket filled | 41,200 | |
| sign-up form seen | 30,100 | 73 % |
| sign-up form sent | 17,900 | 59 % |
| paid | 15,600 | 87 % |

Phones are 64 % of all baskets and 51 % of all payments.
`,
  },
];
