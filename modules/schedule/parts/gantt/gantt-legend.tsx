import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { Legend } from '../legend.tsx'

export const GanttLegend = ({ editable }: { editable: boolean }) => (
  <Legend>
    <li>
      <span className={swatch} data-done="" /> Done
    </li>
    <li>
      <span className={swatch} /> Planned
    </li>
    {editable && (
      <>
        <li>
          <span className={swatch} data-draft="" /> Draft or tentative
        </li>
        <li>
          <Icon name="eye" size="sm" /> Customer sees it
        </li>
      </>
    )}
  </Legend>
)

const swatch = css({
  width: '5',
  height: '3',
  borderRadius: 'xs',
  background: 'color-mix(in srgb, {colors.phase.2} 26%, {colors.card})',
  '&[data-done]': { background: 'color-mix(in srgb, {colors.phase.2} 52%, {colors.card})' },
  '&[data-draft]': {
    background:
      'repeating-linear-gradient(135deg, color-mix(in srgb, {colors.phase.2} 26%, {colors.card}) 0 3px, {colors.card} 3px 6px)',
    border: '1px solid {colors.phase.2}',
  },
})
