/** The API's limit for spec contents and plan descriptions, in bytes of UTF-8. */
export const maxBytes = 262_144;

/** The API's limit for names and titles, in code points. */
export const maxName = 200;

/** The API's limit for needs of a spec. */
export const maxNeeds = 100;

export const tooManyNeeds = `only ${maxNeeds} of its needs are imported, as many as a spec may have`;
