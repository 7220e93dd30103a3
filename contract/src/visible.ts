/**
 * Matches a character that can be seen: no space, no direction or width mark, no filler. U+2800 is a blank among the
 * Braille signs.
 */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Tells whether a text has a character that people can see, which every name and title needs. */
export const isVisible = (value: string) => visible.test(value);
