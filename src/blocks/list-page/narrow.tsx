import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { Badge } from '#ui/tag/tag.tsx'
import type { List } from './create-list.ts'

/** A further filter of a list: its query parameter, label and input. */
export interface Narrowing {
  name: string
  label: string
  input: (props: { value: string; onChange: (value: string) => void }) => ReactNode
}

/** Further filters in a popover. Its button shows how many are set. @useSignals */
export const Narrow = <R,>({ list, narrow }: { list: List<R>; narrow: readonly Narrowing[] }) => {
  const { filters } = list.state.value
  const set = narrow.filter(({ name }) => filters[name])
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
        {narrow.map(({ name, label, input }) => (
          <Field key={name} label={label}>
            {input({ value: filters[name] ?? '', onChange: (value) => list.filter(name, value) })}
          </Field>
        ))}
        {set.length > 0 && (
          <Button variant="ghost" onClick={() => set.forEach(({ name }) => list.filter(name, ''))}>
            Clear filters
          </Button>
        )}
      </div>
    </Popover>
  )
}
