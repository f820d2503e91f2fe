import { css } from '#css/css'

const root = css({ inlineRow: '2.5', minWidth: '0' })
const chip = css({ flex: 'none', boxSize: '4', borderRadius: 'sm' })

/** A colour with its name. */
export const Swatch = ({
  color,
  label,
}: {
  /** A CSS colour. */
  color: string
  /** Its name, since colour alone tells nothing to some. */
  label: string
}) => (
  <span className={root}>
    <i className={chip} style={{ background: color }} aria-hidden />
    {label}
  </span>
)
