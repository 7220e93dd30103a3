/**
 * A character with ink: no space, control, format or filler character. U+2800 is the blank Braille pattern.
 */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Tests for a visible character, which every name and title needs. */
export const isVisible = (value: string) => visible.test(value);
