import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { css, cx } from '#css/css'
import type { Field } from '#core/entity/field.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Result } from '#core/resource/result.ts'
import { Field as Labelled } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'
import { same } from '#core/store/merge.ts'
import { missingIn, unreadableIn } from '../entity-form/required.ts'

export interface EditCellProps {
  name: string
  field: Field<unknown>
  /** The field's label, and the title of the record. */
  label: string
  of: string
  /** The stored value. */
  value: unknown
  /** How the value is shown; null where there is none. */
  text: string | null
  /** Saves a value that was put in the place of `before`. */
  save: (value: unknown, before: unknown) => Promise<Result<unknown>>
  className?: string | undefined
}

/**
 * A value of a row that turns into its input when it is pressed. Enter and leaving it save, Escape gives the stored value
 * back; a refused value stays, with its message. What others change meanwhile does not touch what is typed.
 */
export const EditCell = (props: EditCellProps) => {
  const { label, of, text, className } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const refocus = useRef(false)
  useEffect(() => {
    if (open || !refocus.current) return
    refocus.current = false
    button.current?.focus()
  }, [open])
  if (open)
    return (
      <Editor
        {...props}
        onClose={(byKey) => {
          refocus.current = byKey
          setOpen(false)
        }}
      />
    )
  return (
    <button
      ref={button}
      type="button"
      className={cx(cell, className)}
      aria-label={`${label} of ${of}: ${text ?? 'none'}`}
      title="Press to change it here"
      data-none={text === null || undefined}
      onClick={() => setOpen(true)}
    >
      {text ?? label}
    </button>
  )
}

/** `onClose` gets true when a key closed it: the focus then returns to the value, which a click elsewhere must not do. */
const Editor = ({
  name,
  field,
  label,
  of,
  value,
  save,
  className,
  onClose,
}: EditCellProps & { onClose: (byKey: boolean) => void }) => {
  const [started] = useState(value)
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  const state = useRef<'open' | 'saving' | 'closed'>('open')
  const isChanged = !same(typed ?? null, started ?? null)
  useUnfinished(isChanged)
  useEffect(() => {
    const input = box.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])

  const close = (byKey: boolean) => {
    state.current = 'closed'
    onClose(byKey)
  }
  async function finish(byKey: boolean) {
    if (state.current !== 'open') return
    if (!isChanged) return close(byKey)
    const known = {
      ...missingIn({ [name]: field }, { [name]: typed }, [name]),
      ...unreadableIn({ [name]: field }, { [name]: typed }, [name]),
    }
    const said = known[name]?.[0]
    if (said) return setProblem(said)
    state.current = 'saving'
    const result = await save(typed, started)
    if (result.ok) return close(byKey && box.current?.contains(document.activeElement) === true)
    state.current = 'open'
    setProblem(result.errors[name]?.[0] ?? messageOf(result, []) ?? 'This could not be saved.')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') close(true)
    else void finish(true)
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) void finish(false)
  }
  const change = (next: unknown) => {
    setTyped(next)
    setProblem(null)
  }
  const invalid = problem !== null
  return (
    <span ref={box} role="presentation" className={cx(editor, className)} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Labelled label={`${label} of ${of}`} hideLabel {...(problem && { error: problem })}>
        {field.kind === 'number' ? (
          <NumberInput
            invalid={invalid}
            hours={field.facts.hours === true}
            value={typeof typed === 'number' ? typed : null}
            onChange={change}
          />
        ) : (
          <TextInput invalid={invalid} value={typeof typed === 'string' ? typed : ''} onChange={change} />
        )}
      </Labelled>
    </span>
  )
}

const cell = css({
  minWidth: { base: '6', _coarse: 'touch' },
  minHeight: { base: '8', _coarse: 'touch' },
  paddingInline: '2',
  marginInlineStart: '-2',
  borderRadius: 'md',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'text',
  _hover: { background: 'soft' },
  '&[data-none]': { color: 'faint' },
})
const editor = css({ position: 'relative', minWidth: '6rem', marginInlineStart: '-2' })
