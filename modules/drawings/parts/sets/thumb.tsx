import { useEffect, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { thumbOf } from '../addresses.ts'

/** A picture may still be rendered when it is first asked for; it is asked for again after 1, 2, 4, 8 and 16 seconds. */
const MOST_TRIES = 6

/** The small picture of a sheet; paper where there is none yet. */
export const Thumb = ({ id, state }: { id: Id; state?: string | null }) => {
  const { api } = useServices()
  const url = `${api.urlOf(thumbOf(id))}?${state ?? ''}`
  return <Picture key={url} url={url} />
}

const Picture = ({ url }: { url: string }) => {
  const [tries, setTries] = useState(1)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!isMissing || tries >= MOST_TRIES) return undefined
    const timer = setTimeout(
      () => {
        setTries(tries + 1)
        setMissing(false)
      },
      1000 * 2 ** (tries - 1),
    )
    return () => clearTimeout(timer)
  }, [isMissing, tries])
  if (isMissing)
    return (
      <span className={empty}>
        <Icon name="map" />
      </span>
    )
  const again = tries > 1 ? `&try=${tries}` : ''
  return <img src={url + again} alt="" loading="lazy" className={picture} onError={() => setMissing(true)} />
}

const picture = css({ display: 'block', width: 'full', height: 'full', objectFit: 'contain', background: 'white' })
const empty = css({
  display: 'grid',
  placeItems: 'center',
  width: 'full',
  height: 'full',
  background: 'white',
  color: '#838f9b',
})
