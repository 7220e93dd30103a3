import { type StoryPlan, spec } from "./story.ts";

/** The demo's main plan, with a sub-plan. */
export const checkout: StoryPlan[] = [
  {
    name: "Checkout without an account",
    description:
      "Four of ten visitors who fill a basket leave at the sign-up form. They should be able to pay first and decide about an account afterwards. What we know about them is in this plan's context sources.",
    owner: "mira",
    specs: [
      spec("basket", "Keep the basket of a visitor who is not signed in", {
        about:
          "A basket belongs to the browser until somebody pays or signs in. Until now it is lost with the session.",
        criteria: [
          "WHEN a visitor adds a product and comes back within 30 days in the same browser THEN the basket holds the same products in the same quantities.",
          "WHEN a product in the basket has sold out in the meantime THEN the basket says so next to it, and its price is left out of the total.",
          "WHEN a visitor with a basket signs in to an account that has a basket too THEN the two are merged, and a product that is in both keeps the larger quantity.",
        ],
        effort: 3,
        status: "DONE",
      }),
      spec("address", "Ask for an address on one page", {
        about:
          "Name, e-mail and delivery address are asked once, on one page, and kept while the visitor goes back and forth.",
        criteria: [
          "WHEN a required field is empty or an e-mail address has no @ THEN the page names that field beside it, and keeps everything else that was typed.",
          "WHEN a visitor goes back from payment THEN all fields hold what was typed.",
          "The page can be filled in with the keyboard alone, and browsers offer to complete every field.",
        ],
        effort: 2,
        needs: ["basket"],
        status: "DONE",
      }),
      spec("payment", "Pay as a guest", {
        about:
          "A guest pays by card with the provider that we have. An order is made once, whatever the network does.",
        criteria: [
          "WHEN the bank accepts the payment THEN the order exists, and its page shows number, products and delivery address.",
          "WHEN the bank refuses the payment THEN the basket stays as it is and the page says that the card was refused.",
          "WHEN the visitor presses Pay twice, or reloads the page during the payment THEN one order exists and one payment was taken.",
          "IF the provider gives no answer within 20 seconds THEN the page says that we will write by e-mail, and a job finds out how the payment ended.",
        ],
        effort: 5,
        needs: ["address"],
        status: "IN_PROGRESS",
      }),
      spec("mail", "Confirm the order by e-mail", {
        about: "The e-mail is a guest's only record of an order.",
        criteria: [
          "WHEN an order was paid THEN an e-mail with its number, products, sum and delivery address goes out within a minute.",
          "The e-mail has a link to the order's page that works for 90 days without signing in.",
          "WHEN the mail server refuses the address THEN the order's page says that the e-mail could not be delivered.",
        ],
        effort: 2,
        needs: ["payment"],
      }),
      spec("account", "Offer an account after payment", {
        about:
          "The order's page offers an account. It asks for a password only, since everything else is known.",
        criteria: [
          "WHEN a guest sets a password on the order's page THEN an account with the order's name, e-mail and address exists, and the order is in it.",
          "WHEN the e-mail address has an account already THEN the page says so and offers to sign in; the order is added afterwards.",
        ],
        effort: 3,
        needs: ["payment"],
      }),
      spec("orders", "Show earlier orders of a guest who makes an account", {
        about: "People who bought as guests several times expect to find all of their orders.",
        criteria: [
          "WHEN somebody confirms the e-mail address of a new account THEN all guest orders with that address are in it.",
          "An order that was paid with another address is never shown.",
        ],
        more: "## Open questions\n\n- [ ] Do we show orders from before this plan? Legal has to say how long we may.",
        effort: 3,
        needs: ["account"],
      }),
      spec("measure", "Measure where people leave", {
        about: "We want to know whether it worked.",
        more: "Probably a dashboard with the usual numbers, fast and easy to read. TBD.",
        needs: ["payment"],
      }),
    ],
  },
  {
    name: "Paying with a wallet",
    parent: "Checkout without an account",
    description: "Apple Pay and Google Pay bring the address along, so that a phone needs two taps.",
    owner: "jonas",
    specs: [
      spec("button", "Show the button of a wallet that the browser has", {
        about: "A wallet that can't be used is not shown.",
        criteria: [
          "WHEN the browser says that a wallet can pay THEN its button is the first one on the basket's page.",
          "WHEN it says that none can THEN the page is the same as without wallets.",
        ],
        effort: 2,
      }),
      spec("sheet", "Take name and address from the wallet", {
        about: "The wallet's sheet has all that the address page asks for.",
        criteria: [
          "WHEN the visitor confirms the wallet's sheet THEN the order has the sheet's name, e-mail and delivery address.",
          "WHEN we don't deliver to the sheet's country THEN the sheet says so and nothing is paid.",
        ],
        effort: 3,
        needs: ["button"],
      }),
    ],
  },
];
