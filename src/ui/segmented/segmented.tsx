import { SegmentGroup as Ark, segmentGroupAnatomy } from '@ark-ui/react/segment-group'
import { sva } from '#css/css'

const recipe = sva({
  className: 'segmented',
  slots: segmentGroupAnatomy.keys(),
  base: {
    root: {
      display: 'inline-flex',
      flexWrap: 'wrap',
      maxWidth: 'full',
      padding: '3px',
      background: 'soft',
      borderRadius: 'md',
    },
    item: {
      // The hidden input is placed in it: elsewhere, focus would scroll a whole dialog out of sight.
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      minHeight: { base: '1.875rem', _coarse: 'touch' },
      minWidth: { _coarse: 'touch' },
      paddingInline: '3',
      borderRadius: 'sm',
      fontSize: 'control',
      fontWeight: 'medium',
      color: 'muted',
      cursor: 'pointer',
      transition: 'color {durations.fast}, background {durations.fast}',
      _hover: { color: 'ink' },
      _checked: { background: 'card', color: 'ink', fontWeight: 'section', boxShadow: 'raised' },
      _disabled: { opacity: 0.5, cursor: 'not-allowed' },
      '&[data-focus-visible]': { outline: '2px solid {colors.primary}', outlineOffset: '1px' },
    },
  },
  variants: {
    full: {
      true: { root: { display: 'flex' }, item: { flex: '1', minHeight: { base: '2.375rem', _coarse: 'touch' } } },
    },
  },
})

export interface SegmentedProps<V extends string> {
  /** The value of the selected option. */
  value: V
  /** Called with the value of the option that was pressed. */
  onChange: (value: V) => void
  /** Two to five options, each with a short label. */
  options: readonly { value: V; label: string; disabled?: boolean }[]
  /** What is chosen here, for screen readers. */
  'aria-label': string
  /** The name under which a form sends the value. */
  name?: string
  /** Shows the value, and does not let it be changed. */
  disabled?: boolean
  /** Fills the available width with equal segments. */
  full?: boolean
}

/** A radio group that looks like one divided button, for a few options. */
export const Segmented = <V extends string>({ value, onChange, options, full, ...props }: SegmentedProps<V>) => {
  const styles = recipe({ full })
  return (
    <Ark.Root
      {...props}
      className={styles.root}
      value={value}
      onValueChange={(details) => {
        const chosen = options.find((option) => option.value === details.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <Ark.Item key={option.value} value={option.value} disabled={option.disabled} className={styles.item}>
          <Ark.ItemText>{option.label}</Ark.ItemText>
          <Ark.ItemHiddenInput />
        </Ark.Item>
      ))}
    </Ark.Root>
  )
}
