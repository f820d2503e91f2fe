import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Option } from '#ui/listbox/listbox.ts'

const DEBOUNCE = 300

/**
 * The search state of a combobox: options are filtered locally, or loaded when typing pauses. Responses to outdated
 * searches are ignored.
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
  const latest = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = (text: string, delay: number) => {
    clearTimeout(timer.current)
    const request = ++latest.current
    setBusy(!!onSearch)
    timer.current = setTimeout(async () => {
      const found = await onSearch?.(text).catch(() => undefined)
      if (request !== latest.current) return
      setFailed(!found && !!onSearch)
      setAnswer(found)
      setBusy(false)
    }, delay)
  }

  return {
    /** The text in the input: the search text, or else the selected label. */
    text: typed ?? chosen,
    typed: typed?.trim() ?? '',
    busy,
    failed,
    /** The loaded options; until they are loaded, the matching ones of `options`. */
    found: onSearch && answer && !busy ? answer : fitting(answer ?? options, typed ?? ''),
    /** Renders synchronously, since a delayed render could drop the next key. */
    type: (text: string) => {
      flushSync(() => setTyped(text))
      ask(text, DEBOUNCE)
    },
    /** Clears the search after a selection or blur. */
    leave: () => setTyped(null),
    open: () => ask('', 0),
  }
}

/** The options that contain the text, those that begin with it first: "wa" is Washington before Delaware. */
function fitting<V extends string | number>(options: readonly Option<V>[], text: string): readonly Option<V>[] {
  const sought = text.trim().toLowerCase()
  if (!sought) return options
  const found = options.filter(({ label, hint }) => `${label} ${hint ?? ''}`.toLowerCase().includes(sought))
  const begins = ({ label }: Option<V>) => label.toLowerCase().startsWith(sought)
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
}
