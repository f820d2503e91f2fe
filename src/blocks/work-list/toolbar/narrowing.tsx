import { lazy, memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { Select } from '#ui/select/select.tsx'
import type { ListState } from '../../list-page/list.ts'
import { Optional } from '../../slot-outlet/optional.tsx'
import type { Arranged } from '../arrange.ts'
import { facetsOf } from '../spec.ts'
import type { ToolbarProps } from './toolbar.tsx'

/** Fetched when the filters are first opened: pickers and calendars are large. */
const FieldFilters = lazy(() => import('./field-filters.tsx'))

export interface NarrowingProps<E extends Entity> extends Pick<ToolbarProps<E>, 'spec' | 'choose'> {
  /** The facets that there is something to choose of, separated by spaces. */
  names: string
  options: ReadonlySignal<Arranged['options']>
  filters: ListState['filters']
  by: ToolbarProps<E>['narrow']
}

/** Chooses by what the list is narrowed, with the number of records that have each value where the device knows them all. */
const NarrowingView = <E extends Entity>(props: NarrowingProps<E>) =>
  (props.names || props.spec.narrow?.length || props.by) && (
    <Popover title="Filters" trigger={<IconButton icon="list-filter" variant="outline" aria-label="Filters" />}>
      <div className={inputs}>
        <Facets {...props} />
        {props.spec.narrow && (
          <Optional>
            <FieldFilters entity={props.spec.entity} {...props} narrow={props.spec.narrow} />
          </Optional>
        )}
        {props.by && <Field label={props.by.label}>{props.by.input}</Field>}
      </div>
    </Popover>
  )
// `memo` forgets that the component is generic.
export const Narrowing = memo(NarrowingView) as typeof NarrowingView

/** What can be chosen, which is rendered while it is open. @useSignals */
const Facets = <E extends Entity>({ spec, names, options, filters, choose }: NarrowingProps<E>) => (
  <>
    {facetsOf(spec)
      .filter(({ name }) => names.split(' ').includes(name))
      .map(({ name, label }) => (
        <Field key={name} label={label}>
          <Select
            placeholder="Any"
            clearable
            options={(options.value[name] ?? []).map(({ value, label: said, count }) => ({
              value,
              label: `${said} (${count})`,
            }))}
            value={filters[name] || null}
            onChange={(value) => choose({ filters: { [name]: value ?? '' } })}
          />
        </Field>
      ))}
  </>
)

/** The same width before and after the inputs are fetched: growing would push the panel over the edge of a phone. */
const inputs = css({ stack: '3', width: 'min(18rem, calc(100vw - 4rem))' })
