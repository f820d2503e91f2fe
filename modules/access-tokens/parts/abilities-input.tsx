import { useServices } from '#blocks/services/services.tsx'
import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { css } from '#css/css'
import { Field } from '#ui/field/field.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { areasOf, abilityIn, type TokenArea } from './areas.ts'

const scopes = [
  { value: 'read', label: 'Read all' },
  { value: 'write', label: 'Read and change all' },
  { value: 'some', label: 'Some' },
] as const
const uses = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Change' },
] as const

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The abilities with another use of one area; a token for some areas alone begins with none. */
function withUse(abilities: readonly string[], { areas }: TokenArea, use: (typeof uses)[number]['value']): string[] {
  const others = abilities.filter((ability) => !areas.some((area) => ability.startsWith(`${area}:`)))
  return use === 'none' ? others : [...others, ...areas.map((area) => `${area}:${use}`)]
}

/** What a token may: everything, or each kind of records by itself. @useSignals */
export const AbilitiesInput = ({ value, onChange, errors }: GroupProps) => {
  const { registry } = useServices()
  const abilities = textsIn(value)
  const scope = abilities.includes('write') ? 'write' : abilities.includes('read') ? 'read' : 'some'
  const [problem] = errors
  return (
    <>
      <Field label="It may" {...(problem && scope !== 'some' && { error: problem.message })}>
        <Segmented
          aria-label="What it may"
          full
          options={scopes}
          value={scope}
          onChange={(next) => onChange(next === 'some' ? [] : [next])}
        />
      </Field>
      {scope === 'some' && (
        <>
          <ul className={list} aria-label="What it may, by kind">
            {areasOf(registry.entities).map((area) => (
              <li key={area.areas[0]} className={row}>
                <span className={css({ flex: '1 1 8rem' })}>{area.label}</span>
                <Segmented
                  aria-label={area.label}
                  options={uses}
                  value={abilityIn(abilities, area)}
                  onChange={(use) => onChange(withUse(abilities, area, use))}
                />
              </li>
            ))}
          </ul>
          {problem && (
            <p role="alert" className={css({ color: 'attention', textStyle: 'small' })}>
              Choose at least one.
            </p>
          )}
        </>
      )}
    </>
  )
}

const list = css({ maxHeight: '40vh', overflow: 'auto', border: '1px solid {colors.line}', borderRadius: 'lg' })
const row = css({
  wrap: '2',
  paddingInline: '3',
  paddingBlock: '1.5',
  '& + &': { borderTop: '1px solid {colors.line}' },
})
