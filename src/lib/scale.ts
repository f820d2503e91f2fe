/** Maps values from 0 to `max` to lengths from `from` to `to`. */
export function linearScale(max: number, from: number, to: number): (value: number) => number {
  const per = max > 0 ? (to - from) / max : 0
  return (value) => from + value * per
}

/** Round values from 0 on, the last at or above `max`, in at most `most` steps of 1, 2 or 5 times a power of ten. */
export function ticksTo(max: number, most = 6): number[] {
  const rough = Math.max(max, 1) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10)
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, at) => at * step)
}

/** Columns of equal width, in percent of the whole; `gap` is the part of each that stays free, half at each side. */
export function bandScale(count: number, gap = 0.25): { start(at: number): number; width: number; step: number } {
  const step = 100 / Math.max(1, count)
  return { step, width: step * (1 - gap), start: (at) => (at + gap / 2) * step }
}
