import { css } from '#css/css'

const bar = css({
  display: 'block',
  background: 'soft',
  borderRadius: 'sm',
  animation: 'breathe 1.4s ease-in-out infinite, appear {durations.fast} 250ms backwards',
})

/** A placeholder for loading content, shown after 250 ms. */
export const Skeleton = ({
  width = '100%',
  height = '1em',
}: {
  /** A CSS length: about as wide as what is to come. */
  width?: string
  /** A CSS length. */
  height?: string
}) => <span aria-hidden className={bar} style={{ width, height }} />

/** Placeholders for the rows of a loading list. */
export const SkeletonRows = ({
  rows = 6,
}: {
  /** How many rows: about as many as are to come. */
  rows?: number
}) => (
  <div role="status" aria-label="Loading" className={list}>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={line}>
        {/* A share of the row's width, so that no page is as wide as its placeholders want to be. */}
        <Skeleton width={`min(${5 + ((row * 3) % 4)}rem, 45%)`} />
        <Skeleton width={`${30 + ((row * 17) % 40)}%`} />
      </div>
    ))}
  </div>
)

const list = css({ layerStyle: 'card' })
const line = css({
  row: '6',
  height: { base: 'row.phone', sm: 'row' },
  paddingInline: '3.5',
  borderBottom: '1px solid {colors.line}',
  _last: { borderBottom: '0' },
})
