import { useState } from 'react'
import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { EVERYTHING, kindsOf } from '../event-names.ts'

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** What a webhook is told: everything, or chosen events, by the kinds of records that they are about. @useSignals */
export const EventsInput = ({ value, onChange, errors }: GroupProps) => {
  const { registry } = useServices()
  const [search, setSearch] = useState('')
  const chosen = textsIn(value)
  const [problem] = errors
  const words = search.trim().toLowerCase()
  const kinds = kindsOf(registry.entities)
    .map(({ entity, names }) => ({ label: choiceLabel(entity.display.plural), names }))
    .map(({ label, names }) => ({
      label,
      names: label.toLowerCase().includes(words) ? names : names.filter((name) => name.includes(words)),
    }))
    .filter(({ names }) => names.length)
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const set = (name: string, on: boolean) => onChange(on ? [...chosen, name] : chosen.filter((one) => one !== name))
  const isAll = chosen.includes(EVERYTHING)
  return (
    <fieldset className={css({ stack: '2', minWidth: '0' })}>
      <legend className={css({ textStyle: 'label', marginBottom: '1' })}>Events</legend>
      <Checkbox value={isAll} onChange={(on) => onChange(on ? [EVERYTHING] : [])}>
        Everything
      </Checkbox>
      {!isAll && (
        <>
          <Field label="Find events" hideLabel>
            <TextInput type="search" value={search} onChange={setSearch} placeholder="Find events" />
          </Field>
          <div className={list} role="group" aria-label="Events by kind">
            {kinds.map(({ label, names }) => (
              <section key={names[0]} className={css({ stack: '0' })}>
                <h3 className={css({ textStyle: 'label', color: 'muted' })}>{label}</h3>
                {names.map((name) => {
                  const whole = `${name.slice(0, name.indexOf('.'))}.*`
                  const isWhole = name === whole
                  return (
                    <Checkbox
                      key={name}
                      value={chosen.includes(name) || chosen.includes(whole)}
                      disabled={!isWhole && chosen.includes(whole)}
                      onChange={(on) => set(name, on)}
                    >
                      {name}
                    </Checkbox>
                  )
                })}
              </section>
            ))}
            {!kinds.length && <p className={css({ color: 'muted' })}>There is no such event.</p>}
          </div>
        </>
      )}
      {problem && (
        <p role="alert" className={css({ color: 'attention', textStyle: 'small' })}>
          {problem.message}
        </p>
      )}
    </fieldset>
  )
}

const list = css({
  stack: '3',
  maxHeight: '40vh',
  overflow: 'auto',
  padding: '3',
  border: '1px solid {colors.line}',
  borderRadius: 'lg',
})
