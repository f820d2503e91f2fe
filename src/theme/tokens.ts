import { defineTokens } from '@pandacss/dev'

const values = <V extends string | number>(record: Record<string, V>) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, { value }]))

/** Steps of the 4-pixel grid in rem, so that they scale with the user's text size. */
const steps = values({
  0: '0rem',
  0.5: '0.125rem',
  1: '0.25rem',
  1.5: '0.375rem',
  2: '0.5rem',
  2.5: '0.625rem',
  3: '0.75rem',
  3.5: '0.875rem',
  4: '1rem',
  4.5: '1.125rem',
  5: '1.25rem',
  5.5: '1.375rem',
  6: '1.5rem',
  7: '1.75rem',
  8: '2rem',
  9: '2.25rem',
  10: '2.5rem',
  11: '2.75rem',
  12: '3rem',
  14: '3.5rem',
  16: '4rem',
  20: '5rem',
  24: '6rem',
})

/** The raw design tokens. All colours are semantic and defined in semantic-tokens.ts. */
export const tokens = defineTokens({
  fonts: values({ body: "'Archivo Variable', 'Archivo Fallback', system-ui, sans-serif" }),
  fontSizes: values({
    '2xs': '0.65625rem',
    xs: '0.78125rem',
    sm: '0.84375rem',
    control: '0.875rem',
    md: '0.9375rem',
    lg: '1rem',
    bar: '1.0625rem',
    section: '1.125rem',
    tile: '1.3125rem',
    title: '1.5625rem',
    display: '1.875rem',
  }),
  fontWeights: values({ regular: 400, medium: 550, strong: 600, bold: 620, section: 650, title: 680 }),
  lineHeights: values({ none: 1, tight: 1.2, snug: 1.25, body: 1.45 }),
  letterSpacings: values({ heading: '-0.012em', initials: '0.02em' }),
  spacing: steps,
  sizes: {
    ...steps,
    ...values({
      full: '100%',
      touch: '2.75rem',
      row: '3.25rem',
      'row.compact': '2.5rem',
      'row.dense': '2.25rem',
      'row.phone': '4.125rem',
      bar: '3.5rem',
      // The bars of phones leave most of the screen to what is read, also where text is twice as large.
      'bar.phone': 'min(3.625rem, 66px)',
      'bar.tabs': 'min(4.625rem, 82px)',
      reading: '68ch',
      'dialog.sm': '25rem',
      'dialog.md': '35rem',
      'dialog.lg': '50rem',
    }),
  },
  radii: values({ xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '10px', full: '9999px' }),
  durations: values({ fast: '100ms', normal: '160ms' }),
  zIndex: values({ sticky: 10, bar: 20, overlay: 100, dialog: 110, floating: 120, toast: 130 }),
})
