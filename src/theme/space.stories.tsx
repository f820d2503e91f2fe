import preview from '../../.storybook/preview.tsx'
import { css } from '#css/css'

const meta = preview.meta({ title: 'Foundations/Space', tags: ['!autodocs'] })

const steps = ['0.5', '1', '1.5', '2', '2.5', '3', '3.5', '4', '4.5', '5', '6', '8', '10', '12', '16', '24']
const heights = [
  ['Row', css({ height: 'row' }), '52 px, a table at a desk'],
  ['Compact row', css({ height: 'row.compact' }), '40 px'],
  ['Phone row', css({ height: 'row.phone' }), '66 px, a line of a list'],
  ['Touch', css({ height: 'touch' }), '44 px, the least a thumb needs'],
  ['Bar', css({ height: 'bar' }), '56 px'],
] as const
const label = css({ textStyle: 'note' })
const corners = [
  ['sm', css({ borderRadius: 'sm' }), 'tags'],
  ['md', css({ borderRadius: 'md' }), 'controls'],
  ['lg', css({ borderRadius: 'lg' }), 'cards, lists'],
  ['xl', css({ borderRadius: 'xl' }), 'tiles'],
] as const

/** A 4-pixel grid in rem, so that it scales with the user's text size. */
export const Steps = meta.story({
  render: () => (
    <ul className={css({ stack: '1.5' })}>
      {steps.map((step) => (
        <li key={step} className={css({ row: '3' })}>
          <span className={css({ width: '10', textAlign: 'end' })}>{step}</span>
          <span
            className={css({ height: '3', background: 'primary', borderRadius: 'xs' })}
            style={{ width: `${Number(step) * 0.25}rem` }}
          />
          <span className={label}>{Number(step) * 4} px</span>
        </li>
      ))}
    </ul>
  ),
})

/** The standard heights of rows and controls. */
export const Heights = meta.story({
  render: () => (
    <div className={css({ stack: '3', maxWidth: 'dialog.md' })}>
      {heights.map(([name, height, words]) => (
        <div key={name} className={`${height} ${css({ row: '3', paddingInline: '3.5', layerStyle: 'card' })}`}>
          <b>{name}</b>
          <span className={label}>{words}</span>
        </div>
      ))}
    </div>
  ),
})

/** Cards have a hairline border; only floating elements have a shadow. */
export const Corners = meta.story({
  render: () => (
    <ul className={css({ flow: '4' })}>
      {corners.map(([name, corner, words]) => (
        <li
          key={name}
          className={`${corner} ${css({ width: '24', padding: '4', background: 'card', border: '1px solid {colors.line}' })}`}
        >
          <b>{name}</b>
          <p className={label}>{words}</p>
        </li>
      ))}
      <li className={css({ width: '24', padding: '4', layerStyle: 'floating' })}>
        <b>floating</b>
        <p className={label}>menus, dialogs</p>
      </li>
    </ul>
  ),
})
