import { CalendarDate, type DateValue, getLocalTimeZone, parseDate, today } from '@internationalized/date'

const two = (value: number) => String(value).padStart(2, '0')

/** Formats a date as m/d/Y. */
export const showDate = (date: DateValue): string => `${two(date.month)}/${two(date.day)}/${date.year}`

/** Formats a month as m/Y. */
export const showMonth = (date: DateValue): string => `${two(date.month)}/${date.year}`

const real = (year: number, month: number, day: number) => {
  const date = new CalendarDate(year < 100 ? 2000 + year : year, month, day)
  return date.month === month && date.day === day ? date : undefined
}

/** Parses a typed date, month first. The year may have two digits or be omitted. */
export const readDate = (text: string): CalendarDate | undefined => {
  const [month, day, year = today(getLocalTimeZone()).year] = text.split(/\D+/).filter(Boolean).map(Number)
  return month && day ? real(year, month, day) : undefined
}

/** Parses a typed month as its first day. */
export const readMonth = (text: string): CalendarDate | undefined => {
  const [month, year] = text.split(/\D+/).filter(Boolean).map(Number)
  return month && year ? real(year, month, 1) : undefined
}

/** Parses YYYY-MM-DD or YYYY-MM into a list of at most one date, as Ark UI expects; invalid text gives an empty list. */
export const fromWire = (text: string | null | undefined): CalendarDate[] => {
  if (!text) return []
  try {
    return [parseDate(text.length === 7 ? `${text}-01` : text.slice(0, 10))]
  } catch {
    return []
  }
}
