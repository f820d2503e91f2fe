/** The words that are known, with spaces between: what a device does not know yet is left out rather than shown as null. */
export const joinWords = (...words: readonly (string | null | undefined)[]): string => words.filter(Boolean).join(' ')
