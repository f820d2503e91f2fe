import type { ReactNode } from 'react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { labelOf, type Field as EntityField, type Fields } from '#core/entity/field.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { Badge } from '#ui/tag/tag.tsx'
import { useServices } from '../services/services.tsx'
import type { List } from './list.ts'
import { FilterInput } from './filter-input.tsx'

export interface FilterInputProps {
  /** Empty for no filter. */
  value: string
  onChange: (value: string) => void
}

/**
 * A further filter of a list, by the name of its query parameter. Label and input follow from the field it stands for,
 * unless they are given.
 */
export type Narrowing = string | { name: string; label?: string; input?: (props: FilterInputProps) => ReactNode }

/** Further filters in a popover. Its button shows how many are set. @useSignals */
export const Narrow = <R,>({
  entity,
  list,
  narrow,
}: {
  entity: Entity
  list: List<R>
  narrow: readonly Narrowing[]
}) => {
  const { registry } = useServices()
  const { filters } = list.state.value
  const offered = narrow.map((one) => (typeof one === 'string' ? { name: one } : one))
  const set = offered.filter(({ name }) => filters[name])
  return (
    <Popover
      title="Filters"
      trigger={
        <Button variant="outline" icon="list-filter">
          Filters {set.length > 0 && <Badge count={set.length} tone="primary" />}
        </Button>
      }
    >
      <div className={css({ display: 'grid', gap: '3.5', minWidth: '16rem' })}>
        {offered.map(({ name, label, input: Input }) => {
          const field = fieldOf(entity, name)
          const props = { value: filters[name] ?? '', onChange: (value: string) => list.filter(name, value) }
          return (
            <Field key={name} label={label ?? labelOf(name, field)}>
              {Input ? (
                <Input {...props} />
              ) : (
                <FilterInput {...props} name={name} field={field} find={registry.entity} />
              )}
            </Field>
          )
        })}
        {set.length > 0 && (
          <Button variant="ghost" onClick={() => set.forEach(({ name }) => list.filter(name, ''))}>
            Clear filters
          </Button>
        )}
      </div>
    </Popover>
  )
}

/** @throws for a name that is neither a filter nor a field of the entity */
function fieldOf(entity: Entity, name: string): EntityField<unknown> {
  const field = entity.filters[name]?.field ?? (entity.fields as Fields)[name]
  if (!field) throw new Error(`Lists of "${entity.name}" have no filter "${name}".`)
  return field
}
