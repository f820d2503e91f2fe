import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { Select } from '#ui/select/select.tsx'
import { facetsOf } from './spec.ts'
import type { ToolbarProps } from './toolbar.tsx'

/** Chooses by what the list is narrowed, with the number of records that have each value. */
export const Narrowing = <E extends Entity>({ spec, arranged, choice, choose }: ToolbarProps<E>) => {
  const facets = facetsOf(spec).filter(({ name }) => (arranged.options[name]?.length ?? 0) > 1 || choice.filters[name])
  if (!facets.length) return null
  return (
    <Popover title="Filters" trigger={<IconButton icon="list-filter" variant="outline" aria-label="Filters" />}>
      <div className={css({ display: 'grid', gap: '3', minWidth: '16rem' })}>
        {facets.map(({ name, label }) => (
          <Field key={name} label={label}>
            <Select
              placeholder="Any"
              clearable
              options={(arranged.options[name] ?? []).map(({ value, label: said, count }) => ({
                value,
                label: `${said} (${count})`,
              }))}
              value={choice.filters[name] || null}
              onChange={(value) => choose({ filters: { [name]: value ?? '' } })}
            />
          </Field>
        ))}
      </div>
    </Popover>
  )
}
