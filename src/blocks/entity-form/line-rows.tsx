import { useId, type ReactNode } from 'react'
import { css } from '#css/css'
import { labelOf, type Fields } from '#core/entity/field.ts'
import { inSentence } from '#core/entity/wording.ts'
import { isObject } from '#lib/is-object.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { FieldInput, type InputProps } from './field-input.tsx'

type Line = Readonly<Record<string, unknown>>

export interface LineRowsProps extends InputProps {
  readonly label: string
  /** The fields of a line. */
  readonly lines: Fields
  /** By line and field: `0.hours`. */
  readonly errors: readonly { path: string; message: string }[]
  /** Other ways to add lines, beside its button. */
  readonly children?: ReactNode
}

/** Lines of a record as rows of inputs, by the kinds of their fields; below each other where there is no room. */
export const LineRows = ({ label, lines: fields, value, onChange, disabled, errors, children }: LineRowsProps) => {
  const id = useId()
  const lines: readonly Line[] = Array.isArray(value) ? value.filter(isObject) : []
  const shown = Object.entries(fields).filter(([, { facts }]) => !facts.readonly)
  const put = (at: number, name: string, next: unknown) =>
    onChange(lines.map((line, own) => (own === at ? { ...line, [name]: next } : line)))
  const blank = () => Object.fromEntries(shown.map(([name, { fallback }]) => [name, fallback ?? null]))
  const errorAt = (path: string) => errors.find((one) => one.path === path)?.message
  const whole = errorAt('')
  return (
    <div role="group" aria-labelledby={id} className={css({ stack: '3', gridColumn: '1 / -1' })}>
      <span id={id} className={css({ textStyle: 'label' })}>
        {label}
      </span>
      {lines.map((line, at) => (
        // A line has no key of its own until it is saved, and lines are not moved.
        <div key={at} role="group" aria-label={`${label} ${at + 1}`} className={row}>
          {shown.map(([name, field]) => {
            const text = labelOf(name, field)
            const error = errorAt(`${at}.${name}`)
            return (
              <div key={name} className={cell} data-kind={field.kind}>
                <Field label={text} required={!field.facts.optional} {...(error && { error })}>
                  <FieldInput
                    name={`${name}-${at}`}
                    field={field}
                    label={text}
                    value={line[name]}
                    invalid={error !== undefined}
                    disabled={disabled}
                    onChange={(next) => put(at, name, next)}
                  />
                </Field>
              </div>
            )
          })}
          <IconButton
            icon="x"
            aria-label={`Remove ${inSentence(label)} ${at + 1}`}
            disabled={disabled}
            onClick={() => onChange(lines.filter((_, own) => own !== at))}
          />
        </div>
      ))}
      {whole && <p className={css({ color: 'attention', textStyle: 'small', fontWeight: 'strong' })}>{whole}</p>}
      <div className={css({ flow: '2' })}>
        <Button
          variant="outline"
          size="sm"
          icon="plus"
          disabled={disabled}
          onClick={() => onChange([...lines, blank()])}
        >
          Add to {inSentence(label)}
        </Button>
        {children}
      </div>
    </div>
  )
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: '2',
  paddingBottom: '3',
  borderBottom: '1px solid {colors.line}',
})
const cell = css({
  flex: '1 1 7.5rem',
  minWidth: '0',
  // The choices stand beside each other.
  '&[data-kind=choice]': { flexBasis: '14rem' },
})
