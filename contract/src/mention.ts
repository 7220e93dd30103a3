/**
 * Matches each mention in a comment, `[@Name](user:<userId>)`, with the name and the id. A name may have brackets; it ends
 * where an address begins.
 */
export const mention = /\[@((?:(?!\[@|\]\()[^\n]){1,400})\]\(user:([^()\s]{1,100})\)/g;
