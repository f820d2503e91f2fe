import { css } from '#css/css'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '#core/entity/field.ts'
import type { Result } from '#core/resource/result.ts'
import { choiceLabel, choiceOptions } from '#lib/choice-label.ts'
import { formatDay } from '#lib/days.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Swatch } from '#ui/swatch/swatch.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { toastFailure } from '../failure/toast-failure.ts'
import { useResource, useServices } from '../services/services.tsx'
import { EditCell } from './edit-cell.tsx'

const kinds: readonly Field<unknown>['kind'][] = ['text', 'email', 'number', 'choice', 'flag', 'date']

/** The fields of an entity that its rows show, in the order of its description; the others are in the form alone. */
export const cellsOf = (entity: Entity, groupBy: string | undefined): readonly string[] =>
  Object.entries(entity.fields as Fields).flatMap(([name, { kind, facts }]) => {
    const isShown = kinds.includes(kind) && !facts.readonly && !facts.writeOnly && !facts.sequence
    return isShown && name !== groupBy && name !== 'sort' && name !== 'active' ? [name] : []
  })

interface CellsProps<E extends Entity> {
  entity: E
  record: RecordOf<E>
  names: readonly string[]
  mayEdit: boolean
}

/** The values of a setup row, which those who may edit change in place. @useSignals */
export const SetupCells = <E extends Entity>({ entity, record, names, mayEdit }: CellsProps<E>) => {
  const resource = useResource(entity)
  const { session } = useServices()
  const user = session.user.value
  const fields: Fields = entity.fields
  const values: Readonly<Record<string, unknown>> = record
  const title = entity.display.title(record)
  const color = Object.keys(fields).find((name) => fields[name]?.kind === 'color')
  const save = (name: string, value: unknown, before: unknown): Promise<Result<unknown>> =>
    // The name is that of one of the entity's own fields.
    resource.save({ id: record.id, [name]: value } as DraftOf<E>, { basis: { [name]: before } })
  const saveNow = (name: string, value: unknown) =>
    void save(name, value, values[name]).then((result) => result.ok || toastFailure(result))
  return (
    <span className={row}>
      {color && <Swatch color={String(values[color])} label="" />}
      {names.map((name) => {
        const field = fields[name]
        if (!field) return null
        const label = labelOf(name, field)
        const value = values[name]
        // Days are chosen from a calendar, which the form has room for.
        const isOpen =
          mayEdit && field.kind !== 'date' && name !== entity.variants?.by && (field.facts.writableBy?.(user) ?? true)
        if (field.kind === 'flag') {
          if (!isOpen) return value === true && <Tag key={name}>{label}</Tag>
          return (
            <span key={name} className={quiet}>
              <Checkbox value={value === true} onChange={(next) => saveNow(name, next)}>
                {label}
                <span className={css({ srOnly: true })}> of {title}</span>
              </Checkbox>
            </span>
          )
        }
        const text = textOf(field, value)
        const shown =
          text === null || field.kind === 'choice' || field.kind === 'number' ? text && `${label}: ${text}` : text
        const look = isLast(name, names, fields)
          ? wide
          : field.kind === 'text' && !field.facts.optional
            ? undefined
            : quiet
        if (!isOpen)
          return (
            shown !== null && (
              <span key={name} className={look}>
                {shown}
              </span>
            )
          )
        if (field.kind === 'choice')
          return (
            <Menu
              key={name}
              label={label}
              trigger={
                <button
                  type="button"
                  className={choice}
                  data-none={text === null || undefined}
                  aria-label={`${label} of ${title}: ${text ?? 'none'}`}
                >
                  {shown ?? label}
                </button>
              }
              items={[
                ...choiceOptions(field.facts.choices ?? []).map((option) => ({
                  label: option.label,
                  ...(option.value === value && { icon: 'check' as const }),
                  onSelect: () => saveNow(name, option.value),
                })),
                ...(field.facts.optional
                  ? [{ label: 'None', separated: true, onSelect: () => saveNow(name, null) }]
                  : []),
              ]}
            />
          )
        return (
          <EditCell
            key={name}
            name={name}
            field={field}
            label={label}
            of={title}
            value={value}
            text={shown}
            save={(next, before) => save(name, next, before)}
            className={look}
          />
        )
      })}
    </span>
  )
}

/** Of the required texts the last takes the room that is left: a number before a name stays narrow. */
const isLast = (name: string, names: readonly string[], fields: Fields) =>
  name === names.findLast((one) => fields[one]?.kind === 'text' && !fields[one].facts.optional)

function textOf({ kind, facts }: Field<unknown>, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (kind === 'number') return facts.hours ? formatHours(Number(value)) : formatNumber(Number(value))
  if (kind === 'date') return formatDay(String(value))
  return kind === 'choice' ? choiceLabel(String(value)) : String(value)
}

const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  flex: '1',
  minWidth: '0',
  columnGap: '3',
  rowGap: '0.5',
  paddingBlock: '1.5',
  paddingInlineEnd: '2',
})
const wide = css({ flex: '1 1 6rem', minWidth: '0', overflowWrap: 'anywhere' })
const quiet = css({ textStyle: 'small', color: 'muted' })
const choice = css({
  minHeight: { base: '8', _coarse: 'touch' },
  paddingInline: '2',
  marginInlineStart: '-2',
  borderRadius: 'md',
  textStyle: 'small',
  color: 'muted',
  _hover: { background: 'soft' },
  '&[data-none]': { color: 'faint' },
})
