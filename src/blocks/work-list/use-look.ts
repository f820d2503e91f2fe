import { useCallback, useRef, useState } from 'react'
import { isObject } from '#lib/is-object.ts'
import { inOrder } from '../setup-list/order-list.tsx'
import type { Density } from '#ui/table/table.tsx'

/** How a person looks at a list on this device: how high its rows are, and its columns by their keys. */
export interface Look {
  readonly density: Density
  /** Those that are left out. */
  readonly hidden: readonly string[]
  /** Those that were moved, from left to right; empty for the usual order. */
  readonly order: readonly string[]
  /** In CSS pixels, of those that were made wider or narrower. */
  readonly widths: Readonly<Record<string, number>>
}

const usual: Look = { density: 'dense', hidden: [], order: [], widths: {} }
const densities: readonly Density[] = ['dense', 'compact', 'comfortable']

const textsIn = (kept: unknown): string[] => (Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [])

/** Whether a column can be left out and moved; the title and what has no heading stay where they are. */
export const isOptional = ({ phone, header }: { phone?: string; header: string }): boolean =>
  phone !== 'title' && header !== ''

/** The columns as a person ordered them, each with the width that the person gave it. */
export function looked<C extends { key: string; header: string; phone?: string; width?: string }>(
  columns: readonly C[],
  { order, widths }: Pick<Look, 'order' | 'widths'>,
): C[] {
  const moved = inOrder(columns.filter(isOptional), ({ key }) => key, order).values()
  return columns.map((column) => {
    const shown = isOptional(column) ? (moved.next().value ?? column) : column
    const width = widths[shown.key]
    return width === undefined ? shown : { ...shown, width: `minmax(3rem, ${width}px)` }
  })
}

function read(key: string): Look {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!isObject(kept)) return usual
    const { density, hidden, order, widths } = kept
    return {
      density: densities.find((one) => one === density) ?? usual.density,
      hidden: textsIn(hidden),
      order: textsIn(order),
      widths: isObject(widths)
        ? Object.fromEntries(Object.entries(widths).filter((one): one is [string, number] => Number.isFinite(one[1])))
        : {},
    }
  } catch {
    return usual
  }
}

/** @param name names the kind of list, such as `punch_items`: those of all projects look alike */
export function useLook(name: string): [Look, (change: Partial<Look>) => void] {
  const key = `look.${name}`
  const [look, setLook] = useState(() => read(key))
  const latest = useRef(look)
  const change = useCallback(
    (part: Partial<Look>) => {
      const next = { ...latest.current, ...part }
      latest.current = next
      setLook(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch (error) {
        // Remembering is a convenience.
        console.warn('How this list looks could not be stored.', error)
      }
    },
    [key],
  )
  return [look, change]
}
