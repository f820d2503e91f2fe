import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { entryKey } from '#ui/back/entry.ts'

/** The query of the page's address, where a page keeps what a person chose, so that a link shows the same. */
export interface Address {
  read(): URLSearchParams
  /**
   * Puts values into the address in place of what is there, so that going back leads to the page before and not through
   * every choice. A value of null is left out; what else is in the address stays.
   */
  put(values: Readonly<Record<string, string | null>>): void
}

/** The query of an address with other values, with its question mark; empty for none. */
export function queryWith(search: string, values: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(values))
    if (value === null) query.delete(name)
    else query.set(name, value)
  const text = query.toString()
  return text && `?${text}`
}

/** What was put last, by whichever part of a page: several keep what was chosen in one address. */
let latest = { entry: '', search: '' }

/** The address of the page; the same object for as long as the page is shown. */
export function useAddress(): Address {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const now = useRef({ path, search, navigate })
  const address = useMemo<Address>(
    () => ({
      read: () => new URLSearchParams(now.current.search),
      put(values) {
        const before = queryWith(now.current.search, {})
        const after = queryWith(before, values)
        if (after === before) return
        now.current.search = after
        latest = { entry: entryKey(), search: after }
        now.current.navigate(now.current.path + after, { replace: true, state: history.state })
      },
    }),
    [],
  )
  useLayoutEffect(() => {
    now.current = { path, search, navigate }
    const { entry, search: put } = latest
    // An open dialog or popover has a history entry of its own, and a choice made in it changed that entry's address. Closing
    // it returns to the page's entry, which still has the old address.
    const isClosed = entry !== '' && entry === entryKey() && queryWith(search, {}) !== put
    if (isClosed) {
      now.current.search = put
      navigate(path + put, { replace: true, state: history.state })
    }
  }, [path, search, navigate])
  return address
}

/**
 * What a person chose on a page, kept in its address. The first option is chosen where the address names none of them,
 * and is not written there. A choice outlasts links within the page that do not name it.
 * @example const [view, setView] = useInAddress('view', ['all', 'mine'])
 */
export function useInAddress<T extends string>(
  name: string,
  options: readonly [T, ...T[]] | ((text: string | null) => T),
): [T, (value: T) => void] {
  const address = useAddress()
  const text = new URLSearchParams(useSearch()).get(name)
  const [chosen, setChosen] = useState(text)
  const read = (sought: string | null) =>
    typeof options === 'function' ? options(sought) : (options.find((one) => one === sought) ?? options[0])
  const value = text ?? chosen
  useEffect(() => address.put({ [name]: value }), [address, name, value])
  return [
    read(value),
    (next) => {
      const written = next === read(null) ? null : next
      setChosen(written)
      address.put({ [name]: written })
    },
  ]
}
