import { useEffect, useRef, useState } from 'react'
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
  const [failed, setFailed] = useState<string>()
  const question = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const ask = async (text: string, ask = onSearch) => {
    if (!ask) return
    const mine = ++question.current
    setBusy(true)
    const found = await ask(text).catch(() => undefined)
    if (mine !== question.current) return
    setFailed(found ? undefined : 'The list could not be loaded. Try again.')
    setAnswer(found ?? [])
    setBusy(false)
  }

  const needle = typed?.trim().toLowerCase() ?? ''
  return {
    /** What stands in the input: the search while there is one, else the choice. */
    text: typed ?? chosen,
    typed: typed?.trim() ?? '',
    busy,
    failed,
    found: onSearch
      ? (answer ?? options)
      : options.filter((option) => `${option.label} ${option.hint ?? ''}`.toLowerCase().includes(needle)),
    /** Takes the input's new text, and forgets the search when the change was a choice. */
    type: (text: string, reason?: string) => {
      clearTimeout(timer.current)
      if (reason !== 'input-change') return setTyped(null)
      setTyped(text)
      timer.current = setTimeout(() => void ask(text), DEBOUNCE)
    },
    open: () => {
      if (!answer) void ask('')
    },
  }
}
