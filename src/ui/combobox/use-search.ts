import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Option } from '#ui/listbox/listbox.ts'

const DEBOUNCE = 300

/**
 * What a combobox shows for what is typed: filtered here, or asked elsewhere once typing has paused. An answer that a
 * later question has overtaken is dropped.
 */
export const useSearch = <V extends string | number>(
  options: readonly Option<V>[],
  onSearch: ((text: string) => Promise<readonly Option<V>[]>) | undefined,
  chosen: string,
) => {
  const [typed, setTyped] = useState<string | null>(null)
  const [answer, setAnswer] = useState<readonly Option<V>[]>()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const question = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (text: string, delay: number) => {
    clearTimeout(timer.current)
    const mine = ++question.current
    setBusy(!!onSearch)
    timer.current = setTimeout(async () => {
      const found = await onSearch?.(text).catch(() => undefined)
      if (mine !== question.current) return
      setFailed(!found && !!onSearch)
      setAnswer(found)
      setBusy(false)
    }, delay)
  }

  return {
    /** What stands in the input: the search while there is one, else the choice. */
    text: typed ?? chosen,
    typed: typed?.trim() ?? '',
    busy,
    failed,
    /** The answer, or until it is there what fits of the options at hand. */
    found: onSearch && answer && !busy ? answer : (answer ?? options).filter(fits(typed ?? '')),
    /** Takes a key at once, or the next one would be lost to a late render. */
    type: (text: string) => {
      flushSync(() => setTyped(text))
      ask(text, DEBOUNCE)
    },
    /** Forgets the search, because something was chosen or the input was left. */
    leave: () => setTyped(null),
    open: () => ask('', 0),
  }
}

const fits = (text: string) => (option: Option<string | number>) =>
  `${option.label} ${option.hint ?? ''}`.toLowerCase().includes(text.trim().toLowerCase())
