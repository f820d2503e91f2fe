import { css, cx } from '#css/css'

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
  className,
}: {
  /** What is under way, for screen readers. */
  label?: string
  /** Further styles, such as a size. */
  className?: string
}) => <span role="status" aria-label={label} className={cx(spinner, className)} />
