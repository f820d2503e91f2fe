import type { Box } from './lines.ts'

/** What was read of a title block, and where. */
export interface Found {
  readonly value: string | null
  /** Nothing else on the sheet speaks for another value. */
  readonly sure: boolean
  readonly box: Box | null
  /** What it may be, the likeliest first. */
  readonly likely: readonly string[]
}

export const NOTHING: Found = { value: null, sure: false, box: null, likely: [] }
