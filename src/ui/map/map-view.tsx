import { useEffect, useRef, useState } from 'react'
import type { StyleSpecification } from 'maplibre-gl'
import { css } from '#css/css'
import { defaultView } from '#lib/places.ts'

export interface MapViewProps {
  /** The label for screen readers. */
  label?: string
  /** The places to mark: degrees north and east, and a name. */
  markers: readonly { lat: number; lng: number; label: string }[]
  /** The URL of a MapLibre style, or the style itself. */
  styleUrl: string | StyleSpecification
  /** The middle, in degrees. */
  center?: { lat: number; lng: number }
  /** MapLibre’s zoom level: each one doubles the scale. */
  zoom?: number
}

/**
 * A map, whose library is loaded on demand. If it cannot be drawn (no WebGL, style or tiles), a sentence says so, and the
 * surrounding text must contain all information.
 */
export const MapView = (props: MapViewProps) => <Drawn key={JSON.stringify(props)} {...props} />

const Drawn = ({
  label = 'Map',
  markers,
  styleUrl,
  center = defaultView.center,
  zoom = defaultView.zoom,
}: MapViewProps) => {
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let remove: (() => void) | undefined
    let unmounted = false
    const fail = () => setFailed(true)
    void import('./draw-map.ts')
      .then(({ drawMap }) => {
        if (!unmounted && box.current) remove = drawMap(box.current, { label, markers, styleUrl, center, zoom }, fail)
      })
      .catch(fail)
    return () => {
      unmounted = true
      remove?.()
    }
    // The key contains all props, so a change remounts the map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return failed ? <p className={note}>The map could not be loaded.</p> : <div ref={box} className={frame} />
}

const note = css({ textStyle: 'note' })
// `!important` is needed because MapLibre's style sheet is outside our cascade layers and so overrides them.
const sign = (text: string) => ({ backgroundImage: 'none!', _before: { content: `"${text}"`, fontSize: 'section' } })
const frame = css({
  position: 'relative',
  height: '15rem',
  background: 'soft',
  borderRadius: 'md',
  overflow: 'clip',
  fontFamily: 'body!',
  '& .maplibregl-canvas-container::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    // No effect in the light theme; in the dark theme it dims maps drawn for the light one.
    background: 'color-mix(in srgb, {colors.card} 45%, white)',
    mixBlendMode: 'multiply',
    pointerEvents: 'none',
  },
  '& .maplibregl-canvas:focus-visible': { outline: '2px solid {colors.primary}', outlineOffset: '-2px' },
  '& .maplibregl-ctrl-group': { background: 'card!', boxShadow: 'raised!', color: 'ink' },
  '& .maplibregl-ctrl-group button': {
    width: { base: '8!', _coarse: 'touch!' },
    height: { base: '8!', _coarse: 'touch!' },
    borderColor: 'line!',
  },
  '& .maplibregl-ctrl-zoom-in .maplibregl-ctrl-icon': sign('+'),
  '& .maplibregl-ctrl-zoom-out .maplibregl-ctrl-icon': sign('−'),
  '& .maplibregl-ctrl-icon': { display: 'grid!', placeItems: 'center' },
  '& .maplibregl-ctrl-attrib': { background: 'card!', fontSize: 'xs' },
  '& .maplibregl-ctrl-attrib, & .maplibregl-ctrl-attrib a': { color: 'muted!' },
})
