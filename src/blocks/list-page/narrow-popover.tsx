import { Suspense, type ReactNode } from 'react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { labelOf, type Field as EntityField, type Fields } from '#core/entity/field.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { useServices } from '../services/services.tsx'
import { FilterInput } from './filter-input.tsx'
import type { NarrowProps } from './narrow.tsx'

/** The popover of further filters, open at first. @useSignals */
export default function NarrowPopover<R>({
  entity,
  list,
  narrow,
  set,
  trigger,
}: NarrowProps<R> & { set: number; trigger: ReactNode }) {
  const { registry } = useServices()
  const { filters } = list.state.value
  const offered = narrow.map((one) => (typeof one === 'string' ? { name: one } : one))
  const clear = () => list.choose({ filters: Object.fromEntries(offered.map(({ name }) => [name, ''])) })
  return (
    <Popover title="Filters" startsOpen trigger={trigger}>
      <div className={css({ stack: '3.5', minWidth: '16rem' })}>
        {offered.map(({ name, label, input: Input }) => {
          const field = fieldOf(entity, name)
          const props = {
            value: filters[name] ?? '',
            onChange: (value: string) => list.choose({ filters: { [name]: value } }),
          }
          return (
            <Field key={name} label={label ?? labelOf(name, field)}>
              {Input ? (
                <Suspense>
                  <Input {...props} />
                </Suspense>
              ) : (
                <FilterInput {...props} name={name} field={field} find={registry.entity} />
              )}
            </Field>
          )
        })}
        {set > 0 && (
          <Button variant="ghost" onClick={clear}>
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
