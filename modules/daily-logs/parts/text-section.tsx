import { useContext } from 'react'
import { SaveStatusContext, useAutosave } from '#blocks/autosave/use-autosave.ts'
import { css } from '#css/css'
import { Field } from '#ui/field/field.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { dailyLogs } from '../entities.ts'
import type { Day } from './use-day.ts'

/** One of the log's own texts, saved while it is typed. @useSignals */
export const LogText = ({
  day,
  name,
  label,
  placeholder,
  rows = 3,
}: {
  day: Day
  name: 'work_performed' | 'delays' | 'notes'
  label: string
  placeholder: string
  rows?: number
}) => {
  const text = day.log[name]
  const status = useContext(SaveStatusContext)
  // What could not be saved because someone completed the log meanwhile stays, to be copied.
  const state = status?.state.value.is
  const isUnsaved = state === 'failed' || state === 'saving'
  if (!day.mayEdit && !isUnsaved) return text ? <p className={shown}>{text}</p> : null
  return <Typed day={day} name={name} label={label} placeholder={placeholder} rows={rows} />
}

/** @useSignals */
const Typed = ({ day, name, label, placeholder, rows }: Required<Parameters<typeof LogText>[0]>) => {
  const autosave = useAutosave(dailyLogs, { id: day.log.id })
  const value = autosave.get(name)
  const error = autosave.error(name)
  return (
    <div
      className={css({ padding: { base: '3.5', sm: '4.5' }, paddingTop: '0!' })}
      onBlur={() => void autosave.flush()}
    >
      <Field label={<span className={css({ srOnly: true })}>{label}</span>} {...(error && { error })}>
        <TextArea
          name={name}
          rows={rows}
          placeholder={placeholder}
          value={typeof value === 'string' ? value : ''}
          onChange={(next) => autosave.set(name, next || null)}
        />
      </Field>
    </div>
  )
}

const shown = css({
  maxWidth: 'reading',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  paddingInline: { base: '3.5', sm: '4.5' },
  paddingBottom: '4',
})
