import { cva } from '#css/css'

/** The props that all inputs share. They are controlled, and `onChange` receives a value rather than an event. */
export interface ValueProps<V> {
  /** What it holds. */
  value: V
  /** Called with the new value. */
  onChange: (value: V) => void
  /** The name under which a form sends the value. */
  name?: string
  /** Marks the value as wrong. Within a `Field`, its error does. */
  invalid?: boolean
  /** Shows the value, and does not let it be changed. */
  disabled?: boolean
  /** Tells screen readers that a value is needed. Within a `Field`, the field does. */
  required?: boolean
  /** Its name for screen readers, where no `Field` labels it. */
  'aria-label'?: string
}

/** The props of inputs that show a text while they are empty. */
export interface ControlProps<V> extends ValueProps<V> {
  /** An example of what to type, or what to do. It is gone once there is a value, so it never replaces a label. */
  placeholder?: string
}

/** The styles of input controls: 36 px high on desktops, 48 px on touch screens. */
export const control = cva({
  base: {
    row: '2',
    width: 'full',
    minWidth: '0',
    minHeight: { base: '9', _coarse: '12' },
    paddingInline: { base: '2.5', _coarse: '3' },
    fontSize: { base: 'md', _coarse: 'lg' },
    textAlign: 'start',
    background: 'card',
    border: '1px solid {colors.line}',
    borderRadius: { base: 'md', _coarse: 'lg' },
    transition: 'border-color {durations.fast}',
    _hover: { borderColor: 'faint' },
    _focusVisible: { outline: '2px solid {colors.primary}', outlineOffset: '-1px', borderColor: 'primary' },
    _focusWithin: { borderColor: 'primary' },
    _disabled: { background: 'soft', color: 'muted', cursor: 'not-allowed', _hover: { borderColor: 'line' } },
    _invalid: { borderColor: 'attention', boxShadow: 'inset 0 0 0 0.5px {colors.attention}' },
    _placeholderShown: { textOverflow: 'ellipsis' },
  },
  variants: {
    look: {
      card: {},
      soft: { background: 'soft', borderColor: 'soft', _invalid: { background: 'attention.soft', color: 'attention' } },
    },
  },
})
