import { defineLayerStyles, defineUtility } from '@pandacss/dev'

/** A way to lay out children, whose value is the gap between them. */
const layout = (className: string, styles: Readonly<Record<string, string>>) =>
  defineUtility({ className, values: 'spacing', transform: (gap: string) => ({ ...styles, gap }) })

/** The layouts that screens consist of: `css({ row: '2' })` is a row with that gap. */
export const utilities = {
  stack: layout('stack', { display: 'grid' }),
  column: layout('column', { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }),
  row: layout('row', { display: 'flex', alignItems: 'center' }),
  flow: layout('flow', { display: 'flex', flexWrap: 'wrap' }),
  wrap: layout('wrap', { display: 'flex', flexWrap: 'wrap', alignItems: 'center' }),
  inlineRow: layout('inline-row', { display: 'inline-flex', alignItems: 'center' }),
  /** One child in the middle. */
  center: defineUtility({
    className: 'center',
    values: { type: 'boolean' },
    transform: (is: boolean) => (is ? { display: 'grid', placeItems: 'center' } : {}),
  }),
}

/** Surfaces: `css({ layerStyle: 'card' })`. */
export const layerStyles = defineLayerStyles({
  card: { value: { background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg' } },
  floating: { value: { background: 'card', borderRadius: 'lg', boxShadow: 'floating' } },
})
