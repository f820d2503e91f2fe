import { useEffect, useState } from 'react'
import { css, cx } from '#css/css'
import { deviceName } from '#lib/device.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { reach } from './again.ts'

/** How often a server is asked that answers without a picture: it may still be making one. */
const MOST_TRIES = 6

/** Why a picture is not shown: it is not here and there is no signal, or the server has none. */
export type Missing = 'away' | 'none'

/**
 * Whether an address brought no picture, and why. It is asked again as soon as there is a signal: `tries`, as the picture's
 * key, makes the browser do so. Call `failed` when it could not be shown.
 */
export function useMissing(src: string) {
  const [state, setState] = useState<{ src: string; why: Missing | null; tries: number }>({ src, why: null, tries: 0 })
  const now = state.src === src ? state : { src, why: null, tries: 0 }
  const { why, tries } = now
  useEffect(() => {
    if (why === null || (why === 'none' && tries >= MOST_TRIES)) return undefined
    return reach.again(() => setState({ src, why: null, tries }))
  }, [src, why, tries])
  return { why, tries, failed: () => setState({ src, why: reach.isAway() ? 'away' : 'none', tries: tries + 1 }) }
}

export interface PictureProps {
  /** Where it is. */
  src: string
  /** What it shows, for those who cannot see it; empty beside words that say it. */
  alt?: string
  /** Its size and how it fits; the frame without a picture has the same. */
  className?: string | undefined
}

/** A picture. Where there is none its frame says so, and the picture comes by itself when the signal does. */
export const Picture = ({ src, alt = '', className }: PictureProps) => {
  const { why, tries, failed } = useMissing(src)
  if (why !== null) return <MissingPicture why={why} className={className} />
  return <img key={tries} src={src} alt={alt} loading="lazy" className={className} onError={failed} />
}

/** The frame of a picture that is not here; `bare` on a background of its own. */
export const MissingPicture = ({
  why,
  bare = false,
  className,
}: {
  why: Missing
  bare?: boolean
  className?: string | undefined
}) => {
  const words = why === 'away' ? `Not on this ${deviceName()}` : 'No picture yet'
  return (
    <span className={cx(className, frame, !bare && soft)} title={words}>
      <span className={face}>
        <Icon name={why === 'away' ? 'cloud-off' : 'image'} size="sm" />
        <span className={text}>{words}</span>
      </span>
    </span>
  )
}

const frame = css({
  display: 'grid!',
  placeItems: 'center',
  containerType: 'inline-size',
})
const soft = css({ background: 'soft!', color: 'muted!' })
const face = css({ stack: '0.5', justifyItems: 'center', textStyle: 'caption', textAlign: 'center' })
/** A small frame has no room for words; they are still read aloud. */
const text = css({
  overflowWrap: 'anywhere',
  paddingInline: '1',
  '@container (max-width: 5rem)': { position: 'absolute', boxSize: '1px', paddingInline: '0', overflow: 'hidden' },
})
