import { defineLayerStyles, defineUtility } from '@pandacss/dev'

/** A way to lay out children, whose value is the gap between them. */
const layout = (className: string, styles: Readonly<Record<string, string>>) =>
  defineUtility({ className, values: 'spacing', transform: (gap: string) => ({ ...styles, gap }) })

/** The layouts that screens consist of: `css({ row: '2' })` is a row with that gap. */
export const utilities = {
  stack: layout('stack', { display: 'grid' }),
  row: layout('row', { display: 'flex', alignItems: 'center' }),
  wrap: layout('wrap', { display: 'flex', flexWrap: 'wrap', alignItems: 'center' }),
  inlineRow: layout('inline-row', { display: 'inline-flex', alignItems: 'center' }),
}

/** Surfaces: `css({ layerStyle: 'card' })`. */
export const layerStyles = defineLayerStyles({
  card: { value: { background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg' } },
})
