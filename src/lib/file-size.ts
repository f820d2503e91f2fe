const MB = 1024 * 1024
const GB = 1024 * MB

/** The largest file that is taken, unless an entity says otherwise (rule file-limits). */
export const MOST_FILE_BYTES = 100 * MB
/** The largest file of entities that take whole sets, such as drawings. */
export const MOST_SET_BYTES = GB

const inUnits = (bytes: number) => (bytes >= GB ? `${bytes / GB} GB` : `${Math.round(bytes / MB)} MB`)

/** The message for a file that is larger than its limit. */
export const tooLarge = (most: number): string => `This file is larger than ${inUnits(most)}.`
