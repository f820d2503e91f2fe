import { Select as Ark } from '@ark-ui/react/select'
import { css } from '#css/css'
import { type ControlProps, control } from '#ui/control/control.ts'
import type { Option } from '#ui/listbox/listbox.ts'
import { SelectTrigger } from '#ui/select/select-trigger.tsx'
import { SelectList, useOptions } from '#ui/select/select.tsx'
import { Tag } from '#ui/tag/tag.tsx'

const chips = css(control.raw(), { flexWrap: 'wrap', paddingBlock: '1' })
const values = css({ flow: '1', flex: '1' })

// Not `V`, the parameter of ControlProps: react-docgen would take each for the other, without end.
export interface MultiSelectProps<T extends string | number> extends ControlProps<readonly T[]> {
  /** All options, of which there are few. */
  options: readonly Option<T>[]
}

/** Selects any number of options from a short list, which stays open meanwhile. */
export const MultiSelect = <V extends string | number>({
  options,
  value,
  onChange,
  placeholder = 'Select',
  'aria-label': label,
  ...root
}: MultiSelectProps<V>) => (
  <Ark.Root
    {...root}
    multiple
    closeOnSelect={false}
    collection={useOptions(options)}
    value={value.map(String)}
    onValueChange={(details) => onChange(details.items.map((option) => option.value))}
    positioning={{ sameWidth: true, gutter: 4 }}
    lazyMount
    unmountOnExit
  >
    <Ark.Control>
      <SelectTrigger className={chips} aria-label={label}>
        <span className={values}>
          {options
            .filter((option) => value.includes(option.value))
            .map((option) => (
              <Tag key={option.value}>{option.label}</Tag>
            ))}
          {!value.length && <span className={css({ color: 'muted' })}>{placeholder}</span>}
        </span>
      </SelectTrigger>
    </Ark.Control>
    <SelectList options={options} />
    <Ark.HiddenSelect aria-label={label} />
  </Ark.Root>
)
