import { useEffect } from 'react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatDay } from '#lib/days.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { useReading, useServices } from '../../services/services.tsx'
import { facetsOf, filterOf, unnarrowed } from '../spec.ts'
import type { ToolbarProps } from './toolbar.tsx'

/** What a list is narrowed by; a press takes it away. */
export const Chips = <E extends Entity>({ spec, arranged, choice, choose, narrow }: Omit<ToolbarProps<E>, 'saved'>) => {
  const { filters } = choice
  const { entity } = spec
  const fields = (spec.narrow ?? []).map((one) => filterOf(entity, one)).filter(({ name }) => filters[name])
  const facets = facetsOf(spec).filter(({ name }) => filters[name] && !fields.some((one) => one.name === name))
  const own = narrow && narrow.chosen !== null ? narrow : undefined
  if (!fields.length && !facets.length && !own) return null
  const clearOf = (name: string) => () => choose({ filters: { [name]: '' } })
  const clearAll = () => {
    choose({ filters: unnarrowed(spec) })
    own?.clear()
  }
  return (
    <div className={bar}>
      {facets.map(({ name, label, labelOf }) => {
        const value = filters[name] ?? ''
        const said = arranged.options[name]?.find((one) => one.value === value)?.label ?? labelOf?.(value) ?? 'none'
        return <Chip key={name} label={label} said={said} clear={clearOf(name)} />
      })}
      {fields.map(({ name, label, field, options }) => {
        const value = filters[name] ?? ''
        const { ref } = field.facts
        const chip = { label, clear: clearOf(name) }
        if (ref) return <RecordChip key={name} {...chip} name={ref.entity} id={Number(value)} />
        const said = options?.find((one) => one.value === value)?.label ?? wordsFor(field.kind, value)
        return <Chip key={name} {...chip} said={said} />
      })}
      {own && <Chip label={own.label} said={own.chosen ?? ''} clear={own.clear} />}
      <button type="button" className={chip} onClick={clearAll}>
        Clear filters
      </button>
    </div>
  )
}

function wordsFor(kind: string, value: string): string {
  if (kind === 'date') return formatDay(value)
  if (kind === 'choice') return choiceLabel(value)
  return kind === 'flag' ? (value === '1' ? 'Yes' : 'No') : value
}

interface ChipProps {
  label: string
  clear: () => void
}

/** Names a record, which is fetched where the device does not hold it. @useSignals */
const RecordChip = ({ name, id, ...chip }: ChipProps & { name: string; id: number }) => {
  const { registry } = useServices()
  const entity = registry.entity(name)
  return entity && <NamedChip {...chip} entity={entity} id={id} />
}

/** @useSignals */
const NamedChip = ({ entity, id, ...chip }: ChipProps & { entity: Entity; id: number }) => {
  const records = useServices().store.of(entity)
  const reading = useReading(entity, entity.root !== undefined)
  const record = records.get(id)
  const isKnown = record !== undefined
  useEffect(() => {
    if (!isKnown) void reading.fetch(id)
  }, [reading, isKnown, id])
  return <Chip {...chip} said={record ? entity.display.title(record) : '…'} />
}

const Chip = ({ label, said, clear }: ChipProps & { said: string }) => (
  <button type="button" className={chip} aria-label={`Remove the filter ${label}: ${said}`} onClick={clear}>
    <span className={css({ color: 'muted' })}>{label}</span>
    <b>{said}</b>
    <Icon name="x" size="sm" />
  </button>
)

/** On phones the chips scroll sideways. */
const bar = css({
  display: 'flex',
  flexWrap: { base: 'nowrap', md: 'wrap' },
  gap: '2',
  minWidth: '0',
  overflowX: 'auto',
  scrollbarWidth: 'none',
})
const chip = css({
  inlineRow: '2',
  flex: 'none',
  whiteSpace: 'nowrap',
  minHeight: { base: '7', _coarse: 'touch' },
  paddingInline: '2.5',
  fontSize: 'sm',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
  background: 'card',
  cursor: 'pointer',
  _hover: { borderColor: 'faint' },
})
