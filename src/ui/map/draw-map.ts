import { Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
// A file of our own, so that a content security policy need not let blobs work.
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { css } from '#css/css'
import type { MapViewProps } from './map-view.tsx'
// In no layer of ours: coming first into the page's head, it would turn their order round.
import 'maplibre-gl/dist/maplibre-gl.css'

setWorkerUrl(worker)

/** How long a map may show nothing, in milliseconds: a host that does not answer is no better than one that fails. */
const PATIENCE = 20_000

/** A spot of our own blue, with its name for whoever points at it or hears the page. */
function spot(label: string): HTMLElement {
  const element = document.createElement('div')
  element.className = dot
  element.title = label
  element.role = 'img'
  element.ariaLabel = label
  return element
}

/**
 * Draws a map into a box and answers how to take it away. `onFail` hears when there is nothing to see: the style cannot
 * be had, or not one tile of it.
 * @throws where a browser has no WebGL.
 */
export function drawMap(
  container: HTMLElement,
  { label, markers, styleUrl, center, zoom }: Required<MapViewProps>,
  onFail: () => void,
): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new MapLibre({
    container,
    style: styleUrl,
    center,
    zoom,
    // One finger and the wheel scroll the page around the map, as everywhere else.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    ...(still && { fadeDuration: 0 }),
    // Written out, as those who are named in it ask.
    attributionControl: { compact: false },
    locale: { 'Map.Title': label },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }))
  for (const { label, ...at } of markers) new Marker({ element: spot(label) }).setLngLat(at).addTo(map)

  let styled = false
  let drawn = false
  let wrong = false
  map.once('style.load', () => (styled = true))
  map.on('sourcedata', ({ tile }) => (drawn ||= tile?.state === 'loaded'))
  map.on('error', () => {
    wrong = true
    if (!styled) onFail()
  })
  const patience = setTimeout(() => !drawn && onFail(), PATIENCE)
  map.once('idle', () => {
    clearTimeout(patience)
    if (wrong && !drawn) onFail()
  })
  return () => {
    clearTimeout(patience)
    map.remove()
  }
}

const dot = css({
  width: '5',
  height: '5',
  background: 'primary',
  border: '3px solid {colors.card}',
  borderRadius: 'full',
  boxShadow: 'raised',
  zIndex: '1',
})
