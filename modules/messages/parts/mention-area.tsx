import { useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import type { Option } from '#ui/listbox/listbox.ts'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { suggested, typedMention } from './typed-mention.ts'

/** How many people are offered at once. */
const MOST = 5

/** A text in which `@` offers people as their names are typed: Enter or a press takes one, Escape none. @useSignals */
export const MentionArea = ({
  value,
  onChange,
  people,
  onSend,
}: {
  value: string
  onChange: (text: string) => void
  people: ReadonlySignal<readonly Option<Id>[]>
  /** Called for Ctrl Enter. */
  onSend: () => void
}) => {
  const box = useRef<HTMLDivElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const typed = caret === null ? null : typedMention(value.slice(0, caret))
  const offered =
    typed && typed.from !== dismissed
      ? suggested(
          people.value.map(({ label }) => label),
          typed.name,
        ).slice(0, MOST)
      : []
  function take(name: string) {
    if (!typed || caret === null) return
    const before = `${value.slice(0, typed.from)}@${name} `
    // The caret can be placed once the text is there.
    flushSync(() => onChange(before + value.slice(caret).replace(/^ /, '')))
    const area = box.current?.querySelector('textarea')
    area?.focus()
    area?.setSelectionRange(before.length, before.length)
    setCaret(before.length)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const [first] = offered
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
    else if (event.key === 'Enter' && first) {
      event.preventDefault()
      take(first)
    } else if (event.key === 'Escape' && typed && offered.length) {
      event.stopPropagation()
      setDismissed(typed.from)
    }
  }
  const follow = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLTextAreaElement) setCaret(target.selectionStart)
  }
  return (
    <div ref={box} onSelect={follow} onInput={follow} className={css({ stack: '1.5' })}>
      <TextArea aria-label="Reply" placeholder="Reply" value={value} onChange={onChange} onKeyDown={onKeyDown} />
      {offered.length > 0 && (
        <ul aria-label="Mention" className={list}>
          {offered.map((name) => (
            <li key={name}>
              <button type="button" className={person} onClick={() => take(name)}>
                <Avatar name={name} size="sm" decorative />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const list = css({
  display: 'grid',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
  background: 'card',
  overflow: 'hidden',
})
const person = css({
  row: '2.5',
  width: 'full',
  minHeight: { base: '9', _coarse: 'touch' },
  paddingInline: '2.5',
  textAlign: 'start',
  outlineOffset: '-3px!',
  _hover: { background: 'soft' },
})
