import { memo, type ComponentProps } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
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
import { useRecord } from '../query/use-record.ts'
import { useResource, useServices } from '../services/services.tsx'
import { EditCell, type EditCellProps } from './edit-cell.tsx'
import { RecordTitle } from './setup-group.tsx'

const kinds: readonly Field<unknown>['kind'][] = ['text', 'email', 'number', 'choice', 'flag', 'date']

/** The fields of an entity that its rows show, in the order of its description; the others are in the form alone. */
export const cellsOf = (entity: Entity, groupBy: string | undefined): readonly string[] =>
  Object.entries(entity.fields as Fields).flatMap(([name, { kind, facts }]) => {
    const isShown = kinds.includes(kind) && !facts.readonly && !facts.writeOnly && !facts.sequence
    return isShown && name !== groupBy && name !== 'sort' && name !== 'active' ? [name] : []
  })

interface CellsProps<E extends Entity> {
  entity: E
  item: ReadonlySignal<RecordOf<E>>
  /** The names of the fields, separated by spaces. */
  names: string
  mayEdit: boolean
}

/** The values of a setup row, which those who may edit change in place. Each renders by itself. */
const CellsView = <E extends Entity>({ entity, item, names, mayEdit }: CellsProps<E>) => {
  const fields: Fields = entity.fields
  const color = Object.keys(fields).find((name) => fields[name]?.kind === 'color')
  const shown = names.split(' ')
  return (
    <span className={row}>
      {color && <ColorOf item={item} name={color} />}
      {shown.map((name) => (
        <Cell key={name} entity={entity} item={item} name={name} mayEdit={mayEdit} last={isLast(name, shown, fields)} />
      ))}
    </span>
  )
}
// `memo` forgets that the component is generic.
export const SetupCells = memo(CellsView) as typeof CellsView

const valueIn = (record: object, name: string): unknown => (record as Readonly<Record<string, unknown>>)[name]

const ColorOf = ({ item, name }: { item: ReadonlySignal<object>; name: string }) => (
  <Swatch color={String(valueIn(useRecord(item), name))} label="" />
)

interface CellProps<E extends Entity> {
  entity: E
  item: ReadonlySignal<RecordOf<E>>
  name: string
  mayEdit: boolean
  last: boolean
}

/** One value of a row. @useSignals */
const Cell = <E extends Entity>({ entity, item, name, mayEdit, last }: CellProps<E>) => {
  const resource = useResource(entity)
  const user = useServices().session.user.value
  const value = valueIn(useRecord(item), name)
  const field = (entity.fields as Fields)[name]
  if (!field) return null
  const label = labelOf(name, field)
  const save = (next: unknown, before: unknown): Promise<Result<unknown>> =>
    // The name is that of one of the entity's own fields.
    resource.save({ id: item.peek().id, [name]: next } as DraftOf<E>, { basis: { [name]: before } })
  const saveNow = (next: unknown) => void save(next, value).then((result) => result.ok || toastFailure(result))
  // Days are chosen from a calendar, which the form has room for.
  const isOpen =
    mayEdit && field.kind !== 'date' && name !== entity.variants?.by && (field.facts.writableBy?.(user) ?? true)
  if (field.kind === 'flag') {
    if (!isOpen) return value === true && <Tag>{label}</Tag>
    return (
      <span className={quiet}>
        <Checkbox value={value === true} onChange={saveNow}>
          {label}
          <span className={css({ srOnly: true })}>
            {' '}
            of <RecordTitle entity={entity} item={item} />
          </span>
        </Checkbox>
      </span>
    )
  }
  const text = textOf(field, value)
  const shown = text === null || field.kind === 'choice' || field.kind === 'number' ? text && `${label}: ${text}` : text
  const look = last ? wide : field.kind === 'text' && !field.facts.optional ? undefined : quiet
  if (!isOpen) return shown !== null && <span className={look}>{shown}</span>
  if (field.kind === 'choice')
    return (
      <Menu
        label={label}
        trigger={<ChoiceButton {...{ entity, item, label, text }}>{shown ?? label}</ChoiceButton>}
        items={[
          ...choiceOptions(field.facts.choices ?? []).map((option) => ({
            label: option.label,
            ...(option.value === value && { icon: 'check' as const }),
            onSelect: () => saveNow(option.value),
          })),
          ...(field.facts.optional ? [{ label: 'None', separated: true, onSelect: () => saveNow(null) }] : []),
        ]}
      />
    )
  return <TextCell {...{ entity, item, name, field, label, value, save }} text={shown} className={look} />
}

/** The value of a choice, whose name for screen readers has the record's title. */
const ChoiceButton = <E extends Entity>({
  entity,
  item,
  label,
  text,
  ...props
}: ComponentProps<'button'> & { entity: E; item: ReadonlySignal<RecordOf<E>>; label: string; text: string | null }) => (
  <button
    type="button"
    {...props}
    className={choice}
    data-none={text === null || undefined}
    aria-label={`${label} of ${entity.display.title(useRecord(item))}: ${text ?? 'none'}`}
  />
)

const TextCell = <E extends Entity>({
  entity,
  item,
  ...props
}: Omit<EditCellProps, 'of'> & { entity: E; item: ReadonlySignal<RecordOf<E>> }) => (
  <EditCell {...props} of={entity.display.title(useRecord(item))} />
)

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
const quiet = css({ textStyle: 'note' })
const choice = css({
  minHeight: { base: '8', _coarse: 'touch' },
  paddingInline: '2',
  marginInlineStart: '-2',
  borderRadius: 'md',
  textStyle: 'note',
  _hover: { background: 'soft' },
  '&[data-none]': { color: 'faint' },
})
