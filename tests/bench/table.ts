const say = (line: string) => process.stdout.write(`${line}\n`)

/** Two significant digits or more, without a tail that means nothing. */
export const figure = (value: number): string =>
  !Number.isFinite(value)
    ? '–'
    : value >= 100
      ? Math.round(value).toLocaleString('en-US')
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2)

/** Prints rows under a heading as a Markdown table, to be read in a terminal and kept in a note alike. */
export function printTable(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(' | ')} |`
  say(`\n## ${title}\n`)
  say(line(columns))
  say(`|${widths.map((width, at) => (at ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`)
  for (const row of rows) say(line(row))
}

/** Says that a goal is missed, and where the time goes. */
export function printMiss(what: string, why: string): void {
  say(`✗ ${what}: ${why}.`)
}

/** The middle one of several turns, so that one that was disturbed counts for nothing. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
