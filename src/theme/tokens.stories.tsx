import type { ReactNode } from 'react'
import { expect, waitFor } from 'storybook/test'
import preview from '../../.storybook/preview.tsx'
import { css, cx } from '#css/css'
import { CopyName } from '#ui/story.tsx'
// Vite gives a module's text as its default export.
// oxlint-disable-next-line import/default
import generated from '../../styled-system/tokens/index.mjs?raw'

/** Panda's tokens; the module that it generates gives each by its name, and not the names. */
const tokens = Object.entries(
  JSON.parse(/const tokens = (\{[\s\S]*?\n\})/.exec(generated)?.[1] ?? '') as Record<string, { value: string }>,
)

const named = (category: string) =>
  tokens
    .filter(([name]) => name.startsWith(`${category}.`))
    .map(([name, { value }]) => ({ name: name.slice(category.length + 1), value }))
    // Derived by Panda, and named by nobody here: negative steps, and the colours of a palette.
    .filter(({ name }) => !name.startsWith('-') && !name.startsWith('colorPalette'))
    .sort((a, b) => (Number.parseFloat(a.value) || 0) - (Number.parseFloat(b.value) || 0))

const meta = preview.meta({ title: 'Foundations/Tokens', tags: ['autodocs', '!test'] })

/** The tokens of a category, each with its name to copy, its value and what it looks like. */
const Category = ({ of: category, show }: { of: string; show?: (value: string, name: string) => ReactNode }) => (
  <div className={css({ overflowX: 'auto' })}>
    <table className={table} aria-label={category}>
      <thead>
        <tr>
          {['Name', 'Value', ...(show ? ['Sample'] : [])].map((head) => (
            <th key={head} scope="col" className={cx(cell, css({ textStyle: 'label' }))}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {named(category).map(({ name, value }) => (
          <tr key={name}>
            <th scope="row" className={cell}>
              <code>{name}</code> <CopyName name={name} />
            </th>
            <td className={cx(cell, css({ color: 'muted', overflowWrap: 'anywhere' }))}>{value}</td>
            {show && <td className={cell}>{show(value, name)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Both = ({ children }: { children: (theme: 'light' | 'dark') => ReactNode }) => (
  <span className={css({ display: 'flex', gap: '1' })}>
    {(['light', 'dark'] as const).map((theme) => (
      <span key={theme} data-theme={theme} className={ground}>
        {children(theme)}
      </span>
    ))}
  </span>
)

/** Colours by their meaning, in the light and in the dark theme: `css({ color: 'muted', background: 'card' })`. */
export const Colors = meta.story({
  tags: ['test'],
  render: () => (
    <Category
      of="colors"
      show={(value) => (
        <Both>{(theme) => <span role="img" aria-label={theme} className={chip} style={{ background: value }} />}</Both>
      )}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('rowheader', { name: /^muted/ })).toBeVisible()
    await expect(canvas.getByRole('row', { name: /primary\.soft.*#e6eefb/ })).toBeVisible()
    let copied = ''
    const { clipboard } = navigator
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void (copied = text) },
    })
    await userEvent.click(canvas.getByRole('button', { name: 'Copy name primary.soft' }))
    await waitFor(() => expect(canvas.getByText('Copied primary.soft')).toBeInTheDocument())
    await expect(copied).toBe('primary.soft')
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
  },
})

const bar = (value: string) => <span className={bars} style={{ width: value }} />

/** Steps of a 4-pixel grid for gaps, padding and margins, in rem: `css({ gap: '2', padding: '4.5' })`. */
export const Spacing = meta.story({ render: () => <Category of="spacing" show={bar} /> })

/** The same steps, and the sizes that have a name: `css({ height: 'row', maxWidth: 'dialog.md' })`. */
export const Sizes = meta.story({ render: () => <Category of="sizes" show={bar} /> })

/** Corners: `css({ borderRadius: 'lg' })`. */
export const Radii = meta.story({
  render: () => <Category of="radii" show={(value) => <span className={box} style={{ borderRadius: value }} />} />,
})

/** What floats above the page, and what is raised from it: `css({ boxShadow: 'floating' })`. */
export const Shadows = meta.story({
  render: () => (
    <Category
      of="shadows"
      show={(_, name) => <Both>{() => <span className={box} style={{ boxShadow: `var(--shadows-${name})` }} />}</Both>}
    />
  ),
})

/** Sizes of text. Use a text style where there is one: `css({ textStyle: 'small' })`. */
export const FontSizes = meta.story({
  render: () => <Category of="fontSizes" show={(value) => <span style={{ fontSize: value }}>Canyon Lakes</span>} />,
})

export const FontWeights = meta.story({
  render: () => <Category of="fontWeights" show={(value) => <span style={{ fontWeight: value }}>Canyon Lakes</span>} />,
})

export const LineHeights = meta.story({ render: () => <Category of="lineHeights" /> })

export const LetterSpacings = meta.story({ render: () => <Category of="letterSpacings" /> })

/** What lies above what: `css({ zIndex: 'dialog' })`. */
export const ZIndex = meta.story({ render: () => <Category of="zIndex" /> })

/** The widths from which a style holds: `css({ padding: { base: '3.5', sm: '4.5' } })`. */
export const Breakpoints = meta.story({ render: () => <Category of="breakpoints" /> })

/** How long a change takes; nothing moves for people who ask for reduced motion: `transition: 'color {durations.fast}'`. */
export const Durations = meta.story({ render: () => <Category of="durations" /> })

const table = css({ width: 'full', maxWidth: 'dialog.lg', borderCollapse: 'collapse', color: 'ink' })
const cell = css({ padding: '1.5', textAlign: 'start', fontWeight: 'regular', borderBottom: '1px solid {colors.line}' })
const ground = css({ display: 'grid', padding: '2', background: 'paper', borderRadius: 'sm' })
const chip = css({ width: '10', height: '6', borderRadius: 'sm', boxShadow: 'inset 0 0 0 1px {colors.line}' })
const bars = css({ display: 'block', height: '3', maxWidth: '12rem', background: 'primary', borderRadius: 'xs' })
const box = css({ display: 'block', width: '16', height: '10', background: 'card', border: '1px solid {colors.faint}' })
