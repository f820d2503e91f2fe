import { useEffect, useRef, useState } from 'react'
import type { StyleSpecification } from 'maplibre-gl'
import { css } from '#css/css'
import { defaultView } from '#lib/places.ts'

/** A map and what is marked on it. */
export interface MapViewProps {
  /** What it is a map of, for whoever does not see it. */
  label?: string
  markers: readonly { lat: number; lng: number; label: string }[]
  /** Where the MapLibre style is, or the style itself. */
  styleUrl: string | StyleSpecification
  center?: { lat: number; lng: number }
  zoom?: number
}

/**
 * A map, loaded only where one is shown. It is an extra: where it cannot be drawn (no WebGL, no style, no tiles) there is
 * none, and what stands around it says everything in words.
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
    let gone = false
    const fail = () => setFailed(true)
    void import('./draw-map.ts')
      .then(({ drawMap }) => {
        if (!gone && box.current) remove = drawMap(box.current, { label, markers, styleUrl, center, zoom }, fail)
      })
      .catch(fail)
    return () => {
      gone = true
      remove?.()
    }
    // Its key is all it shows: another place is another map.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return failed ? null : <div ref={box} className={frame} />
}

// Marked important, because MapLibre's own sheet stands outside our layers and so above them.
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
    // Nothing by day; by night, maps that were drawn for the day do not glare.
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
