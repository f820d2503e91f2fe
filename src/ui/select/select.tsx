import { useMemo } from 'react'
import { Select as Ark, createListCollection, useSelectContext } from '@ark-ui/react/select'
import { Portal } from '@ark-ui/react/portal'
import { css, cx } from '#css/css'
import { useBack } from '#ui/back/use-back.ts'
import { type ControlProps, control } from '#ui/control/control.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { type Option, listbox } from '#ui/listbox/listbox.ts'
import { SelectTrigger } from './select-trigger.tsx'

export interface SelectProps<V extends string | number> extends ControlProps<V | null> {
  /** All options, of which there are few. */
  options: readonly Option<V>[]
  /** Whether the selection can be cleared. */
  clearable?: boolean
  /** `soft` for a select within a row of a table or a bar, which has no border. */
  look?: 'card' | 'soft'
}

/** Selects one of a few options. Use Combobox for long lists and lists on the server. */
export const Select = <V extends string | number>({ options, value, onChange, ...props }: SelectProps<V>) => {
  const { placeholder, clearable, look, 'aria-label': label, ...root } = props
  const collection = useOptions(options)
  return (
    <Ark.Root
      {...root}
      collection={collection}
      value={value === null ? [] : [String(value)]}
      onValueChange={(details) => onChange(details.items[0]?.value ?? null)}
      positioning={{ sameWidth: true, gutter: 4 }}
      lazyMount
      unmountOnExit
    >
      <Ark.Control className={css({ position: 'relative' })}>
        <SelectTrigger className={control({ look })} aria-label={label}>
          <Ark.ValueText
            placeholder={placeholder ?? 'Select'}
            className={cx(valueText, value === null && css({ color: 'muted' }))}
          />
        </SelectTrigger>
        {clearable && value !== null && !root.disabled && (
          <Ark.ClearTrigger className={clear} aria-label="Clear">
            <Icon name="x" size="sm" />
          </Ark.ClearTrigger>
        )}
      </Ark.Control>
      <SelectList options={options} />
      <Ark.HiddenSelect aria-label={label} />
    </Ark.Root>
  )
}

/** Converts options to an Ark UI collection, whose values are strings. */
export const useOptions = <V extends string | number>(options: readonly Option<V>[]) =>
  useMemo(
    () =>
      createListCollection<Option<V>>({
        items: options,
        itemToValue: (option) => String(option.value),
        itemToString: (option) => option.label,
        isItemDisabled: (option) => !!option.disabled,
      }),
    [options],
  )

/** The popup list of a select. */
export const SelectList = ({ options }: { options: readonly Option<string | number>[] }) => {
  const styles = listbox()
  const { open, setOpen } = useSelectContext()
  useBack(open, () => setOpen(false))
  return (
    <Portal>
      <Ark.Positioner>
        <Ark.Content className={styles.content}>
          {options.map((option) => (
            <Ark.Item key={option.value} item={option} className={styles.item}>
              <Ark.ItemText>{option.label}</Ark.ItemText>
              {option.hint && <span className={styles.hint}>{option.hint}</span>}
              <Ark.ItemIndicator className={styles.check}>
                <Icon name="check" size="sm" />
              </Ark.ItemIndicator>
            </Ark.Item>
          ))}
          {!options.length && <p className={styles.note}>Nothing to choose from yet.</p>}
        </Ark.Content>
      </Ark.Positioner>
    </Portal>
  )
}

const valueText = css({
  flex: '1',
  truncate: true,
})
const clear = css({
  position: 'absolute',
  insetBlock: '0',
  // A finger's target reaches to the arrow.
  insetInlineEnd: { base: '8', _coarse: '9' },
  center: true,
  width: { base: '8', _coarse: 'touch' },
  color: 'muted',
  borderRadius: 'sm',
})
