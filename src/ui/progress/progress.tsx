import { Progress as Ark } from '@ark-ui/react/progress'
import { css } from '#css/css'

const track = css({ height: '2', background: 'soft', borderRadius: 'full', overflow: 'hidden' })
const range = css({
  height: 'full',
  background: 'primary',
  borderRadius: 'full',
  transition: 'width {durations.normal}',
  _indeterminate: { width: '40%', animation: 'breathe 1.4s ease-in-out infinite' },
})

/** A progress bar from 0 to 1; null is indeterminate. */
export const Progress = ({
  value,
  'aria-label': label,
}: {
  /** How much is done, from 0 to 1; null while that is not known. */
  value: number | null
  /** What is under way, for screen readers. */
  'aria-label': string
}) => (
  <Ark.Root
    value={value === null ? null : Math.round(value * 100)}
    translations={{ value: ({ percent }) => `${percent}%` }}
  >
    <Ark.Track
      className={track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value * 100)}
    >
      <Ark.Range className={range} />
    </Ark.Track>
  </Ark.Root>
)
