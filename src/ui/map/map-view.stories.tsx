import type { ReactNode } from 'react'
import type { StyleSpecification } from 'maplibre-gl'
import { HttpResponse, http } from 'msw'
import { expect, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { defaultView } from '#lib/places.ts'
import { MapView } from './map-view.tsx'

/** A map style without external resources: a background, a river and a road. */
const style: StyleSpecification = {
  version: 8,
  sources: {
    lines: {
      type: 'geojson',
      attribution: '© Three Rivers',
      data: {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { kind: 'river' },
            geometry: {
              type: 'LineString',
              coordinates: [
                [-119.35, 46.4],
                [-119.25, 46.29],
                [-119.1, 46.22],
                [-118.95, 46.1],
              ],
            },
          },
          {
            type: 'Feature',
            properties: { kind: 'road' },
            geometry: {
              type: 'LineString',
              coordinates: [
                [-119.5, 46.15],
                [-119.2, 46.19],
                [-118.9, 46.27],
              ],
            },
          },
        ],
      },
    },
  },
  layers: [
    { id: 'paper', type: 'background', paint: { 'background-color': '#eef0ea' } },
    {
      id: 'lines',
      type: 'line',
      source: 'lines',
      paint: { 'line-width': 6, 'line-color': ['match', ['get', 'kind'], 'river', '#8db4dd', '#d9b98a'] },
    },
  ],
}
const school = { lat: 46.1935, lng: -119.1371, label: 'Canyon Lakes Elementary' }
const at = { styleUrl: style, markers: [school], center: school, zoom: 10 }
const Wide = ({ children }: { children: ReactNode }) => (
  <div style={{ width: '22rem', maxWidth: '100%' }}>{children}</div>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Write the address beside it: maps may not load, and cannot be read aloud.',
        () => (
          <Wide>
            2700 S Olympia St, Kennewick
            <MapView {...at} />
          </Wide>
        ),
      ],
      dont: [
        'A map alone tells nothing where there is no connection.',
        () => (
          <Wide>
            <MapView {...at} markers={[]} />
          </Wide>
        ),
      ],
    },
  ],
  keys: {
    Tab: 'Moves to the map, then to its buttons.',
    'ArrowLeft, ArrowRight, ArrowUp, ArrowDown': 'Moves the map.',
    '+, -': 'Shows less of it larger, or more of it smaller.',
  },
}

const meta = preview.meta({ title: 'Kit/Map', tags: ['autodocs'], component: MapView, parameters: { guide } })

/** A map with one marker is labelled and can be used by keyboard. */
export const Playground = meta.story({
  tags: ['whole'],
  args: { ...at, label: 'Map of the site' },
  play: async ({ canvas, userEvent }) => {
    const map = await canvas.findByRole('region', { name: 'Map of the site' })
    await waitFor(() => expect(canvas.getByRole('img', { name: school.label })).toBeVisible())
    await waitFor(() => expect(canvas.getByText(/© Three Rivers/)).toBeInTheDocument())
    await userEvent.tab()
    await expect(map).toHaveFocus()
    await expect(canvas.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })

const middle = { ...defaultView.center, label: 'Middle' }
const middleOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) }
}

/** The default view (rule map-center). */
export const Default = meta.story({
  args: { styleUrl: style, markers: [middle, { ...middle, lng: middle.lng + 0.1, label: 'East' }] },
  play: async ({ canvas, canvasElement }) => {
    const spot = await canvas.findByTitle('Middle')
    // The world is 512 pixels wide at zoom 0, and doubles with each zoom level.
    const tenth = Math.round((512 * 2 ** defaultView.zoom * 0.1) / 360)
    await waitFor(() => {
      expect(middleOf(spot)).toEqual(middleOf(canvasElement.querySelector('.maplibregl-map') ?? canvasElement))
      expect(middleOf(canvas.getByTitle('East')).x - middleOf(spot).x).toBe(tenth)
    })
  },
})

/** If the style cannot be loaded, a sentence says so. */
export const NoStyle = meta.story({
  args: { ...at, styleUrl: '/no-such-style.json' },
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('.maplibregl-map')).not.toBeNull())
    await waitFor(() => expect(canvasElement.querySelector('canvas')).toBeNull())
    await waitFor(() => expect(canvasElement).toHaveTextContent('The map could not be loaded.'))
  },
})

/** If the tiles cannot be loaded, a sentence says so. */
export const NoTiles = meta.story({
  tags: ['whole'],
  args: {
    ...at,
    styleUrl: {
      version: 8,
      sources: { tiles: { type: 'raster', tiles: ['https://tiles.example/{z}/{x}/{y}.png'], tileSize: 256 } },
      layers: [{ id: 'tiles', type: 'raster', source: 'tiles' }],
    },
  },
  beforeEach: ({ msw }) =>
    void msw.use(http.get('https://tiles.example/*', () => HttpResponse.json({}, { status: 503 }))),
  play: NoStyle.input.play,
})
