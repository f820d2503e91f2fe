import { Suspense } from 'react'
import type { Entity } from '#core/entity/entity.ts'
import { Field } from '#ui/field/field.tsx'
import { useServices } from '../../services/services.tsx'
import { filterOf, type Narrowing } from '../spec.ts'
import { FilterInput } from './filter-input.tsx'
import type { NarrowingProps } from './narrowing.tsx'

/** The inputs of filters that the server knows. */
export default function FieldFilters({
  entity,
  narrow,
  filters,
  choose,
}: Pick<NarrowingProps<Entity>, 'filters' | 'choose'> & { entity: Entity; narrow: readonly Narrowing[] }) {
  const { registry } = useServices()
  return narrow.map((one) => {
    const { name, label, field, input: Input, options } = filterOf(entity, one)
    const props = {
      value: filters[name] ?? '',
      onChange: (value: string) => choose({ filters: { [name]: value } }),
    }
    return (
      <Field key={name} label={label}>
        {Input ? (
          <Suspense>
            <Input {...props} />
          </Suspense>
        ) : (
          <FilterInput {...props} {...{ name, field, options }} find={registry.entity} />
        )}
      </Field>
    )
  })
}
