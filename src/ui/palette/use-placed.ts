import { useState } from 'react'
import type { PaletteGroup } from './palette-item.ts'

/** Groups in the order in which they were first shown; what came later to one stands in another one of its kind. */
interface Run {
  readonly group: string
  readonly items: readonly string[]
}

/** Adds what is new behind all that is shown, and leaves out what is gone. */
function place(before: readonly Run[], groups: readonly PaletteGroup[]): readonly Run[] {
  const there = new Map(groups.map(({ key, items }) => [key, items.map((item) => item.key)]))
  const runs = before.flatMap(({ group, items }) => {
    const now = there.get(group)
    return now ? [{ group, items: items.filter((key) => now.includes(key)) }] : []
  })
  const isKnown = runs.length > 0
  for (const [group, items] of there) {
    const shown = new Set(runs.filter((run) => run.group === group).flatMap((run) => run.items))
    const late = items.filter((key) => !shown.has(key))
    const last = runs.at(-1)
    if (last?.group === group && isKnown) runs[runs.length - 1] = { group, items: [...last.items, ...late] }
    else if (late.length || !runs.some((run) => run.group === group)) runs.push({ group, items: late })
  }
  return runs.filter(({ group, items }, at) => items.length || runs.findIndex((run) => run.group === group) === at)
}

/**
 * Keeps what is shown where it is, so that no finger opens another record than it meant: what comes later for the same text stands behind
 * all of it. Groups that are `last` alone make room for that.
 * @param about what it was asked for; with another, all is placed anew
 */
export function usePlaced(about: string, all: readonly PaletteGroup[]): readonly PaletteGroup[] {
  const groups = all.filter(({ last }) => !last)
  const [placed, setPlaced] = useState<{ about: string; runs: readonly Run[] }>({ about, runs: [] })
  const runs = place(placed.about === about ? placed.runs : [], groups)
  if (placed.about !== about || JSON.stringify(runs) !== JSON.stringify(placed.runs)) setPlaced({ about, runs })
  const there = runs.flatMap(({ group: key, items: keys }, at) => {
    const group = groups.find((one) => one.key === key)
    if (!group) return []
    const items = keys.flatMap((name) => group.items.find((item) => item.key === name) ?? [])
    const isFirst = runs.findIndex((run) => run.group === key) === at
    return [isFirst ? { ...group, items } : { key: `${key} ${at}`, label: `More ${group.label}`, items }]
  })
  return [...there, ...all.filter(({ last }) => last)]
}
