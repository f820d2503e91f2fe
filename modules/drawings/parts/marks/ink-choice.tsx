import { css } from '#css/css'
import { inks, widths, type Ink } from './tools.ts'

/** Colours and widths, of what will be drawn or of a mark. */
export const InkChoice = ({ ink, onInk }: { ink: Ink; onInk: (ink: Ink) => void }) => {
  const { color: chosen, width: thick } = ink
  return (
    <div className={row} role="group" aria-label="Color and width">
      {inks.map(({ color, label }) => (
        <button
          key={color}
          type="button"
          className={swatch}
          style={{ background: color }}
          aria-label={label}
          aria-pressed={chosen === color}
          onClick={() => onInk({ color, width: thick })}
        />
      ))}
      {widths.map(({ width, label }) => (
        <button
          key={width}
          type="button"
          className={line}
          aria-label={label}
          aria-pressed={thick === width}
          onClick={() => onInk({ color: chosen, width })}
        >
          <span
            className={css({ width: '5', borderRadius: 'full', background: 'currentColor' })}
            style={{ height: width + 1 }}
          />
        </button>
      ))}
    </div>
  )
}

const row = css({ row: '1' })
const swatch = css({
  flex: 'none',
  width: { base: '6', _coarse: '9' },
  height: { base: '6', _coarse: '9' },
  borderRadius: 'full',
  border: '1px solid {colors.line}',
  '&[aria-pressed=true]': { outline: '2px solid {colors.primary}', outlineOffset: '2px' },
})
const line = css({
  center: true,
  flex: 'none',
  width: { base: '9', _coarse: '10' },
  height: { base: '9', _coarse: '11' },
  borderRadius: 'md',
  '&:hover:not([aria-pressed=true])': { background: 'soft' },
  '&[aria-pressed=true]': { background: 'primary', color: 'primary.ink' },
})
