/** The built-in format of epics (plan descriptions). A test grades a spec under its example. */
export const epic = `# Format: epic

An epic is a plan: an outcome that takes several specs. Its text is the plan's description. Everybody who builds one of its specs
reads it first, so it holds what is true for all of them, and nothing that belongs into a single one.

## How to write one

- **Name.** Name the outcome, in the words of the people who get it: "Guests pay without an account".
- **Outcome.** Who is better off, in which situation, and how that will be seen: a number now, the number that is wanted, and where it is
  read. Three to six sentences.
- **Scope.** What belongs to it, and what was considered and left out, with the reason. That saves the next reader the discussion.
- **Constraints.** What every spec has to respect: interfaces that must not change, laws, dates, limits of load and size, systems that
  it has to work with. One line each, with the value.
- **Decisions.** What was decided, why, and what was turned down. A spec refers to a decision and does not repeat it.
- **Slices.** How it is cut into specs: thin slices through all layers, of which the first can be shown to somebody. One line each: what can
  be done after it that could not be done before. Order and needs are set on the specs, not here. A slice that is itself bigger
  than some ten specs becomes a sub-plan with a text of this form.
- **Done when.** Two to five outcomes of the whole, which no single spec shows: a figure, a migration that is complete, an old way that
  is switched off. Criteria of the parts stay in their specs.
- **Risks.** What could make this fail or take twice as long, how it would be noticed, and what is done then.
- **Open questions.** One bullet each, with who answers it and until when. While one is open, no spec of the plan is Ready; so answer it,
  move the answer to the decisions, and strike it here. Write "None." when there are none.

Keep the headings of the template, in their order. Replace everything in [brackets], and remove lines that don't apply.

## Template

~~~markdown
## Outcome

[Who can do what, in which situation, and why it matters.] [The figure today, the figure that is wanted, and where it is read.]

## Scope

- In: [what belongs to it]
- Out: [what was considered and left out], because [the reason]

## Constraints

- [A limit, a date or an interface, with its value.]

## Decisions

- [What was decided], because [the reason]. Turned down: [the alternative].

## Slices

1. [What can be done after the first slice, which is small enough to be shown within days.]
2. [What can be done after the next one.]

## Done when

1. [An outcome of the whole that can be measured or seen.]
2. [What the old way looks like afterwards.]

## Risks

- [What could go wrong]; seen by [the sign]; then [the response].

## Open questions

None.
~~~

## Example

The name of this one is "Guests pay without an account".

~~~markdown
## Outcome

People who buy once can pay without making an account. Of the visitors who reach the checkout, 38 % leave at the sign-up form
(report "checkout-funnel", October); with this at most 20 % leave there. Support no longer answers questions about forgotten
passwords of people who ordered a single time.

## Scope

- In: checkout, receipt by mail, a page that shows the state of an order by a link
- Out: returns without an account, because the returns service knows customers only by their id

## Constraints

- The interface of the payment service (version 4) stays as it is.
- Personal data of a guest is erased 90 days after the order was delivered.
- The checkout answers within 800 ms at 40 orders a minute, as it does today.

## Decisions

- A guest order belongs to an e-mail address, because the receipt needs one anyway. Turned down: an order by phone number, which
  costs 0.07 a message.
- A guest who makes an account later gets their orders by confirming the address. Turned down: asking for order numbers.

## Slices

1. A guest pays for one article by card and sees the confirmation.
2. The guest gets the receipt by mail, with a link to the state of the order.
3. A guest who makes an account finds the earlier orders in it.
4. Data of guests is erased after its 90 days.

## Done when

1. At most 20 % of the visitors who reach the checkout leave before they pay, over four weeks, in "checkout-funnel".
2. The sign-up form is no longer part of the checkout.

## Risks

- Fraud may rise, because a blocked account no longer stops anybody; seen by chargebacks above 0.5 % in a week; then cards are
  checked by 3-D Secure from 50 on.

## Open questions

None.
~~~
`;
