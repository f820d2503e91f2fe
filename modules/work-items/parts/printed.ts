import { dayIn, formatDay } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'

/** What a PDF of an item says beside its title and place. */
export interface Printed {
  /** "RFI 014". */
  readonly name: string
  /** Facts without a value are left out. */
  readonly facts: readonly { readonly label: string; readonly value: string | null | undefined }[]
  /** What stands above its text. */
  readonly head?: string
  readonly text: string | null
}

export const printedDay = (moment: string | null): string | null =>
  moment && formatDay(dayIn(deviceZone, new Date(moment)))
