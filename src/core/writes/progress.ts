/** Kept changes for each millisecond between two reports: 10,000 are shown twice a second, a few at every step. */
const PER_MILLISECOND = 20

/** Reports the progress of sending. The more is kept, the longer showing it takes, and the less often it is reported. */
export function createProgress(report: () => void, size: () => number) {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** Reports now if the last report is long enough ago, otherwise after the rest of that time. */
    report() {
      const rest = last + size() / PER_MILLISECOND - performance.now()
      if (rest <= 0) report()
      else timer ??= setTimeout(report, rest)
    },
    /** Call it with every report. */
    noted() {
      clearTimeout(timer)
      timer = undefined
      last = performance.now()
    },
    stop: () => clearTimeout(timer),
  }
}
