import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { addressLines } from '#lib/address.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { MapView } from '#ui/map/map-view.tsx'
import { copy } from '#ui/toast/copy.ts'
import type { Project } from '../entities.ts'
import { SiteLinks } from './site-links.tsx'

/** The zoom level at which driveways can be distinguished. */
const ZOOM = 15

/** A project's address to copy, and a map if the company has a map style and the address has coordinates. */
export const ProjectAddress = ({ project }: { project: Project }) => {
  const { settings } = useServices()
  const { name, address } = project
  const style = settings.value.map_style_url
  const written = address ? addressLines(address).join('\n') : ''
  return (
    <Card className={card}>
      <h2 className={css({ textStyle: 'section' })}>Address</h2>
      {address ? (
        <div className={beside}>
          <div className={row}>
            <address className={text}>{written}</address>
            <IconButton
              icon="copy"
              variant="outline"
              aria-label="Copy address"
              onClick={() => void copy(written, 'Address')}
            />
          </div>
          {style && address.geotag && (
            <MapView
              label={`Map of ${name}`}
              styleUrl={style}
              markers={[{ ...address.geotag, label: name }]}
              center={address.geotag}
              zoom={ZOOM}
            />
          )}
        </div>
      ) : (
        <p className={css({ color: 'muted' })}>No address yet.</p>
      )}
      <div className={css({ flow: '2', _empty: { display: 'none' } })}>
        <SiteLinks project={project} />
      </div>
    </Card>
  )
}

const card = css({ stack: '3', alignContent: 'start' })
// The map is beside the address where both have room, or else below.
const beside = css({ stack: '3', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 13rem), 1fr))' })
const row = css({ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: '3' })
const text = css({
  whiteSpace: 'pre-line',
  fontStyle: 'normal',
  fontWeight: 'strong',
  overflowWrap: 'anywhere',
  minWidth: '0',
})
