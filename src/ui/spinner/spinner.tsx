import { css } from '#css/css'

const spinner = css({
  display: 'inline-block',
  flex: 'none',
  boxSize: '1.15em',
  border: '2px solid currentColor',
  borderInlineEndColor: 'transparent',
  borderRadius: 'full',
  animation: 'turn 700ms linear infinite, appear {durations.fast} 250ms backwards',
})

/** A loading indicator that appears after 250 ms, so that fast responses do not flicker. */
export const Spinner = ({
  label = 'Loading',
}: {
  /** What is under way, for screen readers. */
  label?: string
}) => <span role="status" aria-label={label} className={spinner} />
