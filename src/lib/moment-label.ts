/** "9:14 AM", or with the date if it was not today, as the person's browser writes them; `time` is in milliseconds. */
export function momentLabel(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString()
  const style = isToday
    ? { timeStyle: 'short' as const }
    : { dateStyle: 'medium' as const, timeStyle: 'short' as const }
  return new Intl.DateTimeFormat(undefined, style).format(time)
}
