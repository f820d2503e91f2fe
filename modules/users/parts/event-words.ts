import type { AccountEvent } from '#blocks/sign-in/methods.ts'
import { choiceLabel } from '#lib/choice-label.ts'

type Happened = Pick<AccountEvent, 'event' | 'times' | 'detail'>

export const isFailure = ({ event }: Pick<Happened, 'event'>): boolean => event.startsWith('wrong ')

/** What happened, in words: `3 wrong passwords`, `Passkey added: Office`. */
export function wordsOf({ event, times, detail }: Happened): string {
  if (times > 1 && isFailure({ event })) return `${times} ${event}s`
  const words = detail === null ? choiceLabel(event) : `${choiceLabel(event)}: ${detail}`
  return times > 1 ? `${words}, ${times} times` : words
}
