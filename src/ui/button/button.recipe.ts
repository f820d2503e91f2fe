import { cva } from '#css/css'

/** The styles of buttons and links that look like buttons. */
export const button = cva({
  base: {
    inlineRow: '1.5',
    justifyContent: 'center',
    flex: 'none',
    borderRadius: 'md',
    fontWeight: 'strong',
    maxWidth: 'full',
    // Large letters on a phone take a second line.
    whiteSpace: { base: 'nowrap', _coarse: 'normal' },
    textDecoration: 'none',
    userSelect: 'none',
    transition: 'background {durations.fast}, color {durations.fast}',
    '&:active:not([aria-disabled=true])': { translate: '0 1px' },
    _disabled: { opacity: 0.5, cursor: 'not-allowed' },
  },
  variants: {
    variant: {
      solid: { background: 'primary', color: 'primary.ink', _hover: { background: 'primary.hover' } },
      outline: {
        background: 'card',
        color: 'ink',
        boxShadow: 'inset 0 0 0 1px {colors.line}',
        _hover: { background: 'soft' },
      },
      ghost: { color: 'muted', _hover: { background: 'soft', color: 'ink' } },
      danger: { background: 'attention', color: 'attention.ink' },
    },
    size: {
      sm: { height: '1.875rem', minHeight: { _coarse: 'touch' }, paddingInline: '2.5', fontSize: '0.8125rem' },
      md: {
        height: { base: '9', _coarse: 'auto' },
        minHeight: { _coarse: 'touch' },
        paddingInline: '3.5',
        fontSize: 'control',
      },
      lg: { height: '12', paddingInline: '4.5', fontSize: 'lg' },
    },
    square: { true: { paddingInline: '0', aspectRatio: '1', minWidth: { _coarse: 'touch' } } },
  },
  defaultVariants: { variant: 'solid', size: 'md' },
})

export interface ButtonLook {
  /** How much it calls for attention: `solid` for the one main action, `danger` for what cannot be taken back. */
  variant?: 'solid' | 'outline' | 'ghost' | 'danger'
  /** 30, 36 or 48 px high; on touch screens at least 44 px. */
  size?: 'sm' | 'md' | 'lg'
}
