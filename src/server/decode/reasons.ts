/** Why a file cannot be decoded, as a sentence for whoever sent it; another try would end the same. */
export class Undecodable extends Error {}

export const NEEDS_MEMORY = 'This file needs more memory to open than it may have.'
export const ENDED = 'This file cannot be opened: what reads it gave up.'
export const takesLong = (patience: number): string => `This file takes more than ${patience / 1000} seconds to open.`
