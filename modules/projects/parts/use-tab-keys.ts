import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { isForPage } from '#blocks/work-list/use-keys.ts'

/** How long a G waits for its letter, in milliseconds. */
const PATIENCE = 1500

/** The letter of each tab after a G: the first one of its name that no tab before it has. Tabs without one have no key. */
export function lettersOf(labels: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>()
  for (const label of labels) {
    const letter = label
      .toLowerCase()
      .match(/[a-z]/g)
      ?.find((one) => !taken.has(one))
    if (letter !== undefined) taken.set(letter, label)
  }
  return new Map([...taken].map(([letter, label]) => [label, letter]))
}

/** G and then a letter opens a tab, before any other meaning that the letter has on the page. */
export function useTabKeys(tabs: readonly { readonly href: string; readonly letter: string | undefined }[]): void {
  const [, navigate] = useLocation()
  const open = useEffectEvent((letter: string) => {
    const href = tabs.find((tab) => tab.letter === letter)?.href
    if (href !== undefined) navigate(href)
    return href !== undefined
  })
  useEffect(() => {
    let since = -Infinity
    function press(event: KeyboardEvent) {
      if (!isForPage(event) || event.ctrlKey || event.metaKey) return
      const key = event.key.toLowerCase()
      const isSecond = event.timeStamp - since < PATIENCE
      since = key === 'g' && !isSecond ? event.timeStamp : -Infinity
      // It is prevented, so that a list on the page does not take the letter too.
      if (isSecond && open(key)) event.preventDefault()
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
