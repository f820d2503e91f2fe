import { Combobox as Ark, useComboboxContext } from '@ark-ui/react/combobox'
import { Portal } from '@ark-ui/react/portal'
import { css } from '#css/css'
import { type ControlProps, control } from '#ui/control/control.ts'
import { useDescribedBy } from '#ui/control/use-described-by.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { type Option, listbox } from '#ui/listbox/listbox.ts'
import { useOptions } from '#ui/select/select.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useSearch } from './use-search.ts'

export interface ComboboxProps<V extends string | number> extends ControlProps<V | null> {
  /** All options, or what to show before anything is typed. */
  options?: readonly Option<V>[]
  /** Loads options, 300 ms after the last key. Without it, `options` are filtered. */
  onSearch?: (text: string) => Promise<readonly Option<V>[]>
  /** The selected option, if it may be missing from `options`. */
  selected?: Option<V> | null
  /** Shows "Add New" as the last option; called with the typed text when it is selected. */
  onAdd?: (text: string) => void
}

const ADD = '__add__'

/** Selects one of many options by typing, and can offer to add a new one. */
export const Combobox = <V extends string | number>({
  value,
  onChange,
  options = [],
  onSearch,
  selected,
  onAdd,
  placeholder = 'Search',
  'aria-label': label,
  ...root
}: ComboboxProps<V>) => {
  const styles = listbox()
  const known = selected ?? options.find((option) => option.value === value) ?? null
  const search = useSearch(options, onSearch, known?.label ?? '')
  const entries: readonly Option<V | typeof ADD>[] =
    onAdd && !search.busy ? [...search.found, { value: ADD, label: 'Add New' }] : search.found
  const isNothing = !entries.length && !search.busy
  return (
    <Ark.Root
      {...root}
      collection={useOptions(entries)}
      value={value === null ? [] : [String(value)]}
      inputValue={search.text}
      onInputValueChange={({ inputValue, reason }) =>
        reason === 'input-change' ? search.type(inputValue) : search.leave()
      }
      onValueChange={({ value: [chosen], items: [option] }) => {
        if (chosen === ADD) return onAdd?.(search.typed)
        if (chosen === undefined) return onChange(null)
        // The options may have changed since it was rendered; a selection is never taken for a clearing.
        if (option && option.value !== ADD) onChange(option.value)
      }}
      onOpenChange={({ open, reason }) => open && reason !== 'input-change' && search.open()}
      allowCustomValue={false}
      openOnClick
      inputBehavior="autohighlight"
      placeholder={placeholder}
      positioning={{ sameWidth: true, gutter: 4 }}
      lazyMount
      unmountOnExit
    >
      <Ark.Control className={frame}>
        <span className={stack}>
          <span className={whole} aria-hidden="true">
            {search.text}
          </span>
          <Input label={label} />
        </span>
        {search.busy && <Spinner label="Searching" />}
        {value !== null && !root.disabled && (
          <Ark.ClearTrigger className={trigger} aria-label="Clear">
            <Icon name="x" size="sm" />
          </Ark.ClearTrigger>
        )}
        <Ark.Trigger className={trigger} aria-label="Show options">
          <Icon name="chevron-down" />
        </Ark.Trigger>
      </Ark.Control>
      <Portal>
        <Ark.Positioner>
          {/* A list box without options is none; what is said instead is read out. */}
          <Ark.Content className={styles.content} {...(isNothing && { role: 'status' })}>
            {groupsOf(search.found).map(([heading, options]) => {
              const items = options.map((option) => (
                <Ark.Item key={option.value} item={option} className={styles.item}>
                  <Ark.ItemText>{option.label}</Ark.ItemText>
                  {option.hint && <span className={styles.hint}>{option.hint}</span>}
                  <Ark.ItemIndicator className={styles.check}>
                    <Icon name="check" size="sm" />
                  </Ark.ItemIndicator>
                </Ark.Item>
              ))
              if (!heading) return items
              return (
                <Ark.ItemGroup key={heading}>
                  <Ark.ItemGroupLabel className={styles.heading}>{heading}</Ark.ItemGroupLabel>
                  {items}
                </Ark.ItemGroup>
              )
            })}
            {!search.found.length && !search.busy && (
              <p className={styles.note}>
                {search.failed ? 'The list could not be loaded. Try again.' : 'Nothing found.'}
              </p>
            )}
            {onAdd && !search.busy && (
              <Ark.Item item={entries.at(-1)} className={styles.item}>
                <Icon name="plus" size="sm" />
                <Ark.ItemText>Add New</Ark.ItemText>
                {search.typed && <span className={styles.hint}>{search.typed}</span>}
              </Ark.Item>
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

/** Names the highlighted option to screen readers while it is in an open list: what is selected may be no longer offered. */
const Input = ({ label }: { label: string | undefined }) => {
  const { highlightedValue, collection, open } = useComboboxContext()
  const isThere = open && highlightedValue !== null && collection.has(highlightedValue)
  const gone = !isThere && { 'aria-activedescendant': '' }
  return <Ark.Input className={input} aria-label={label} aria-describedby={useDescribedBy()} {...gone} />
}

/** Groups options by heading, in their original order. */
const groupsOf = <V extends string | number>(options: readonly Option<V>[]) => [
  ...Map.groupBy(options, ({ group }) => group),
]

const frame = css(control.raw(), {
  paddingInlineEnd: '1',
  _focusWithin: { outline: '2px solid {colors.primary}', outlineOffset: '-1px' },
})
const stack = css({ display: 'grid', flex: '1', minWidth: '0', alignSelf: 'stretch', '& > *': { gridArea: '1 / 1' } })
/** The selected label, wrapped, since an input cuts a text that is longer than one line. */
const whole = css({
  alignSelf: 'center',
  paddingBlock: '1.5',
  overflowWrap: 'anywhere',
  lineHeight: '1.3',
  ':focus-within > &': { visibility: 'hidden' },
})
const input = css({
  minWidth: '0',
  background: 'transparent',
  outline: 'none',
  '&:not(:focus)': { color: 'transparent', _placeholder: { color: 'muted' } },
})
const trigger = css({
  center: true,
  width: { base: '7', _coarse: 'touch' },
  alignSelf: 'stretch',
  color: 'muted',
  borderRadius: 'sm',
})
