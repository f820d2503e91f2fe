import { percentile } from '../bench/load.ts'
import { figure, printTable } from '../bench/table.ts'

export type Kind = 'read' | 'save' | 'photo' | 'live'

/** The most that the slowest hundredth of each kind may take, in milliseconds; null where nothing is demanded. */
const goals: Readonly<Record<Kind, number | null>> = { read: 100, save: 250, photo: null, live: null }

/** What happened during a day. */
export function createFigures() {
  const took: Record<Kind, number[]> = { read: [], save: [], photo: [], live: [] }
  /** What a person would have read as an error, in the order in which it happened. */
  const errors: string[] = []
  const slowest = new Map<string, number>()
  let again = 0

  return {
    took(kind: Kind, milliseconds: number, what?: string) {
      took[kind].push(milliseconds)
      const route = what?.replaceAll(/\d[\d-]*/g, 'n').replace(/\?.*/, '')
      if (route) slowest.set(route, Math.max(slowest.get(route) ?? 0, milliseconds))
    },
    failed: (what: string) => void errors.push(what),
    /** A request found no server and was sent again, as browsers do. */
    sentAgain: () => void again++,
    errors,
    /** Prints what was measured; returns what missed its goal. */
    print(): string[] {
      const rows = Object.entries(took).map(([kind, times]) => {
        const sorted = Float64Array.from(times).sort()
        const goal = goals[kind as Kind]
        const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
        return { kind, count: times.length, p50, p99, most: sorted.at(-1) ?? Number.NaN, goal }
      })
      printTable(
        'A working day',
        ['', 'count', 'p50 ms', 'p99 ms', 'longest', 'goal of p99'],
        rows.map(({ kind, count, p50, p99, most, goal }) => [
          kind,
          count.toLocaleString('en-US'),
          ...[p50, p99, most].map(figure),
          goal === null ? '' : String(goal),
        ]),
      )
      const longest = [...slowest].sort(([, a], [, b]) => b - a).slice(0, 8)
      printTable(
        'The longest answer of each',
        ['route', 'ms'],
        longest.map(([route, ms]) => [route, figure(ms)]),
      )
      process.stdout.write(`\n${again} requests found no server and were sent again; ${errors.length} errors\n`)
      for (const error of errors.slice(0, 20)) process.stdout.write(`  ${error}\n`)
      return rows.flatMap(({ kind, p99, goal }) =>
        goal !== null && !(p99 <= goal) ? [`p99 of a ${kind}: ${figure(p99)} ms instead of ${goal}`] : [],
      )
    },
  }
}
export type Figures = ReturnType<typeof createFigures>
