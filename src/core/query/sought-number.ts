import { textKey } from '../../lib/text-key.ts'
import type { Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'

/** A number that someone searches for. */
export interface SoughtNumber {
  /** The entity's field that is numbered by the server. */
  readonly field: string
  readonly number: number
  /** Whether it can be nothing else: `#7` and `RFI 7` can not, while `7` may stand in texts too. */
  readonly only: boolean
}

/** Reads a search for an entity's records as a number: `7`, `#7`, `007`, `RFI 7`; null if it is none (rule list-search). */
export function soughtNumber({ fields, display }: Entity, search: string): SoughtNumber | null {
  const [field] = Object.entries(fields as Fields).find(([, { facts }]) => facts.sequence) ?? []
  const text = textKey(search.trim())
  const noun = textKey(display.noun)
  const before = text.startsWith(noun) ? noun.length : 0
  const [, sign, digits] = /^\s*(#?)\s*0*(\d{1,9})$/.exec(text.slice(before)) ?? []
  if (field === undefined || digits === undefined) return null
  return { field, number: Number(digits), only: before > 0 || sign === '#' }
}
