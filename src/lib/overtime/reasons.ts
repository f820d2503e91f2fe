/** Why an hour is not straight: beyond the week's hours, beyond a day's, on a day that pays more, or beyond both. */
export type OvertimeKind = 'week' | 'day' | 'premium' | 'both'

/** The kind that a split's reason says. */
export function overtimeKind(reason: string): OvertimeKind {
  const isWeek = /\bhours in the week\b/.test(reason)
  const isDay = /\bhours on prevailing projects\b/.test(reason)
  return isWeek && isDay ? 'both' : isWeek ? 'week' : isDay ? 'day' : 'premium'
}
