/** Captures name and user id of each mention, `[@Name](user:<userId>)`. Names may contain brackets. */
export const mention = /\[@((?:(?!\[@|\]\()[^\n]){1,400})\]\(user:([^()\s]{1,100})\)/g;
