import { css } from '#css/css'
import { PAD } from '#lib/signature.ts'

/** A signature as it was drawn; `label` says whose it is. */
export const Signature = ({
  path,
  label,
}: {
  /** The strokes as an SVG path. */
  path: string
  /** Whose signature it is, for screen readers. */
  label: string
}) => (
  <svg role="img" aria-label={label} viewBox={`0 0 ${PAD.width} ${PAD.height}`} className={box}>
    <path d={path} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

const box = css({ width: '11rem', maxWidth: 'full', aspectRatio: '3' })
