import preview from '../../.storybook/preview.tsx'
import { css } from '#css/css'

const meta = preview.meta({ title: 'Foundations/Type', tags: ['!autodocs'] })

const samples = [
  ['display', css({ textStyle: 'display' }), 'Good morning, Dana'],
  ['title', css({ textStyle: 'title' }), 'Canyon Lakes Elementary'],
  ['tile', css({ textStyle: 'tile' }), 'The Schedule'],
  ['section', css({ textStyle: 'section' }), 'Feeder route above stage'],
  ['bar', css({ textStyle: 'bar' }), 'Three Rivers Electric'],
  ['body', css({ textStyle: 'body' }), 'Sheet E3.2 shows the 4" feeder crossing the stage opening at 11\'-6".'],
  ['label', css({ textStyle: 'label' }), 'Customer'],
  ['small', css({ textStyle: 'small' }), 'Kennewick School District'],
  ['caption', css({ textStyle: 'caption' }), 'Ball in court'],
] as const
const line = css({
  stack: '1',
  gridTemplateColumns: { base: '1fr', sm: '6rem 1fr' },
  alignItems: 'baseline',
  paddingBlock: '3',
  borderBottom: '1px solid {colors.line}',
})
const quiet = css({ textStyle: 'note' })

const Styles = () => (
  <dl className={css({ maxWidth: 'dialog.lg' })}>
    {samples.map(([name, look, text]) => (
      <div key={name} className={line}>
        <dt className={quiet}>{name}</dt>
        <dd className={look}>{text}</dd>
      </div>
    ))}
  </dl>
)

/** All text styles in Archivo, named by use rather than size. */
export const TextStyles = meta.story({ render: () => <Styles /> })

export const Dark = meta.story({ ...TextStyles.input, globals: { theme: 'dark' } })

const hours = ['8.00', '10.50', '0.00', '38.25']
/** Figures are tabular and right-aligned; zero is faint. */
export const Figures = meta.story({
  render: () => (
    <ul className={css({ display: 'grid', width: '24', padding: '3', textAlign: 'end', background: 'card' })}>
      {hours.map((figure) => (
        <li key={figure} className={figure === '0.00' ? css({ color: 'faint' }) : undefined}>
          {figure}
        </li>
      ))}
    </ul>
  ),
})

/** Lines of running text are at most 68 characters long. */
export const Reading = meta.story({
  render: () => (
    <p className={css({ maxWidth: 'reading' })}>
      Structural is fine with grid C. Route the feeder along grid C and drop at column C4, which adds about 38 feet.
      Send the added length with a number before Friday, and take a picture of the hangers before the ceiling closes.
    </p>
  ),
})
