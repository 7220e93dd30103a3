/**
 * Returns the text in the form in which searches compare it: forms and cases of letters are alike by Unicode's NFKC and
 * full case folding (decisions section 7, search), so that `STRASSE` finds "straße". It is only for comparing: where
 * Unicode folds to the capitals of a script, this has its small letters.
 */
export function fold(text: string): string {
  return text.normalize("NFKC").replace(/[^ı]/gu, foldCharacter).normalize("NFKC");
}

/**
 * Folds a single character, since the small sigma depends on its place in a word. It goes to capitals and back, since
 * some capitals have no small letter of their own (`ẞ`). This makes the same characters alike as Unicode 17's
 * CaseFolding.txt does by C and F, except for the dotless i, which is like no other.
 */
const foldCharacter = (character: string) => character.toLowerCase().toUpperCase().toLowerCase();
