const two = (value: number) => String(value).padStart(2, '0')

/** Seconds as hours:minutes, optionally with :seconds (rule durations): 5400 is `1:30` or `1:30:00`. */
export function formatDuration(seconds: number, { withSeconds = false } = {}): string {
  const sign = seconds < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = two(Math.floor((whole % 3600) / 60))
  return `${sign}${hours}:${minutes}${withSeconds ? `:${two(whole % 60)}` : ''}`
}
