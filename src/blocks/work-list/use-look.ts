import { useCallback, useRef, useState } from 'react'
import { isObject } from '#lib/is-object.ts'
import type { Density } from '#ui/table/table.tsx'

/** How a person looks at a list on this device: how high its rows are, and the columns that are left out. */
export interface Look {
  readonly density: Density
  readonly hidden: readonly string[]
}

const usual: Look = { density: 'dense', hidden: [] }
const densities: readonly Density[] = ['dense', 'compact', 'comfortable']

function read(key: string): Look {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!isObject(kept)) return usual
    const { density, hidden } = kept
    return {
      density: densities.find((one) => one === density) ?? usual.density,
      hidden: Array.isArray(hidden) ? hidden.filter((one) => typeof one === 'string') : [],
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
