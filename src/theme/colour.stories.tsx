import { useEffect, useRef, useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import preview from '../../.storybook/preview.tsx'
import { css } from '#css/css'

const meta = preview.meta({ title: 'Foundations/Color', tags: ['!autodocs'] })

/** Pairs of text and background colours. The contrast is computed from the browser's colours. */
const words = [
  ['ink', 'paper'],
  ['ink', 'card'],
  ['ink', 'soft'],
  ['muted', 'paper'],
  ['muted', 'card'],
  ['muted', 'soft'],
  ['faint', 'card'],
  ['primary', 'paper'],
  ['primary', 'card'],
  ['primary', 'primary-soft'],
  ['primary-ink', 'primary'],
  ['primary-ink', 'primary-hover'],
  ['attention', 'card'],
  ['attention', 'attention-soft'],
  ['attention-ink', 'attention'],
  ['done', 'card'],
  ['done', 'done-soft'],
  ['prevailing', 'prevailing-soft'],
  ['frame-ink', 'frame'],
  ['frame-bright', 'frame'],
  ['mark-ink', 'mark'],
] as const
/** Shapes beside a text need a contrast of only 3 to 1. */
const shapes = [
  ['mark', 'frame'],
  ['dot', 'card'],
  ['phase-1', 'card'],
  ['phase-2', 'card'],
  ['phase-4', 'card'],
] as const

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map((part) => channel(Number(part) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** WCAG's contrast of two opaque colours, as the browser reports them. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (light + 0.05) / (dark + 0.05)
}

const Pair = ({ on, color, least }: { on: string; color: string; least: number }) => {
  const sample = useRef<HTMLSpanElement>(null)
  const [figure, setFigure] = useState<number | null>(null)
  useEffect(() => {
    if (!sample.current) return
    const look = getComputedStyle(sample.current)
    setFigure(contrast(look.color, look.backgroundColor))
  }, [])
  return (
    <li className={row}>
      <span
        ref={sample}
        className={swatch}
        style={{ color: `var(--colors-${color})`, background: `var(--colors-${on})` }}
        aria-hidden
      >
        {least === 3 ? '●' : 'Aa'}
      </span>
      <span>
        {color} on {on}
      </span>
      {figure !== null && (
        <output className={css({ marginInlineStart: 'auto', fontWeight: 'strong' })} data-enough={figure >= least}>
          {figure.toFixed(1)} {figure >= 7 ? 'AAA' : figure >= 4.5 ? 'AA' : figure >= 3 ? 'AA shape' : 'too little'}
        </output>
      )}
    </li>
  )
}

const Theme = ({ theme }: { theme: 'light' | 'dark' }) => (
  <section data-theme={theme} className={sheet}>
    <h2 className={css({ textStyle: 'section' })}>{theme === 'light' ? 'By day' : 'By night'}</h2>
    <ul aria-label={`Words, ${theme}`}>
      {words.map(([color, on]) => (
        <Pair key={`${color} ${on}`} {...{ color, on }} least={4.5} />
      ))}
    </ul>
    <h3 className={css({ textStyle: 'label', marginTop: '4' })}>Shapes</h3>
    <ul aria-label={`Shapes, ${theme}`}>
      {shapes.map(([color, on]) => (
        <Pair key={`${color} ${on}`} {...{ color, on }} least={3} />
      ))}
    </ul>
  </section>
)

/** Yellow is reserved for the logo, the current page and the offline bar. Colour is never the only indication. */
export const Contrast = meta.story({
  render: () => (
    <div className={css({ stack: '4', gridTemplateColumns: { md: '1fr 1fr' } })}>
      <Theme theme="light" />
      <Theme theme="dark" />
    </div>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('status')).toHaveLength(2 * (words.length + shapes.length)))
    for (const figure of canvas.getAllByRole('status')) await expect(figure).toHaveAttribute('data-enough', 'true')
  },
})

const sheet = css({ padding: '4.5', layerStyle: 'card', color: 'ink' })
const row = css({ row: '3', minHeight: 'row.compact', borderBottom: '1px solid {colors.line}' })
const swatch = css({
  center: true,
  width: '12',
  height: '7',
  borderRadius: 'sm',
  fontWeight: 'strong',
  boxShadow: 'inset 0 0 0 1px {colors.line}',
})
