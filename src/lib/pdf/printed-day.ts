import { dayIn, formatDay } from '../days.ts'
import { deviceZone } from '../moments.ts'

/** The day of a moment. Apart from what draws PDFs, since screens say it of a record before one is made. */
export const printedDay = (moment: string | null, zone: string = deviceZone): string | null =>
  moment && formatDay(dayIn(zone, new Date(moment)))
