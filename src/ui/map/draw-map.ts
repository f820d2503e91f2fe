import { Map as MapLibre, Marker, NavigationControl, setWorkerUrl } from 'maplibre-gl'
// The worker is a file of its own, so that the content security policy need not allow blob workers.
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { css } from '#css/css'
import type { MapViewProps } from './map-view.tsx'
// Imported without a cascade layer: since it loads first, a layer of its own would change the order of ours.
import 'maplibre-gl/dist/maplibre-gl.css'

setWorkerUrl(worker)

/** The timeout for the first tiles, in milliseconds. A host that does not respond is treated like one that fails. */
const PATIENCE = 20_000

/** A marker with its name as tooltip and label. */
function spot(label: string): HTMLElement {
  const element = document.createElement('div')
  element.className = dot
  element.title = label
  element.role = 'img'
  element.ariaLabel = label
  return element
}

/**
 * Draws a map into an element and returns a function that removes it. `onFail` is called if the style or all tiles cannot
 * be loaded.
 * @throws if the browser has no WebGL.
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
    // One finger and the wheel scroll the page rather than the map.
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    ...(still && { fadeDuration: 0 }),
    // The attribution is always written out, as the providers require.
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
  boxSize: '5',
  background: 'primary',
  border: '3px solid {colors.card}',
  borderRadius: 'full',
  boxShadow: 'raised',
  zIndex: '1',
})
