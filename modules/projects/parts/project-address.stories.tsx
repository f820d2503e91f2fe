import { HttpResponse, http } from 'msw'
import { expect, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { useFetched } from '#blocks/detail/use-record.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { Configured } from '#blocks/story.tsx'
import { projects, type Project } from '../entities.ts'
import { ProjectAddress } from './project-address.tsx'

const meta = preview.meta({ title: 'Parts/Project address', component: ProjectAddress, parameters: { path: '/' } })

/** The sample company's first project, with optional changes. @useSignals */
const First = ({ change = {} }: { change?: Partial<Project> }) => {
  const { store } = useServices()
  const resource = useResource(projects)
  useFetched(projects, 1, () => resource.fetch(1))
  const project = store.of(projects).get(1)
  return project ? <ProjectAddress project={{ ...project, ...change }} /> : null
}
const copied: string[] = []
const STYLE = 'https://maps.example/style.json'
const mapped = () => (
  <Configured settings={{ map_style_url: STYLE }}>
    <First />
  </Configured>
)

/** Without a map style: the address can be copied. */
export const Plain = meta.story({
  render: () => <First />,
  beforeEach() {
    copied.length = 0
    const { clipboard } = navigator
    const own = { writeText: async (text: string) => void copied.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: own, configurable: true })
    return () => Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  },
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('1514 W 21st Ave Kennewick, WA 99337')).toBeVisible()
    await expect(canvas.queryByRole('region')).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Copy address' }))
    await expect(copied).toEqual(['1514 W 21st Ave\nKennewick, WA 99337'])
  },
})
export const Dark = meta.story({ render: () => <First />, tags: ['whole'], globals: { theme: 'dark' } })
export const Phone = meta.story({ render: () => <First />, globals: { viewport: { value: 'phone' } } })

/** With a map style, the address is shown on a map. */
export const Mapped = meta.story({
  tags: ['whole'],
  render: mapped,
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get(STYLE, () =>
        HttpResponse.json({
          version: 8,
          sources: {},
          layers: [{ id: 'paper', type: 'background', paint: { 'background-color': '#dfe6d8' } }],
        }),
      ),
    ),
  play: async ({ canvas }) => {
    await canvas.findByRole('region', { name: 'Map of Canyon Lakes Elementary' })
    await waitFor(() => expect(canvas.getByRole('img', { name: 'Canyon Lakes Elementary' })).toBeVisible())
  },
})
const inWidth = (width: number) => () => <div style={{ width }}>{mapped()}</div>
const box = (element: HTMLElement) => element.getBoundingClientRect()

/** Where there is room for both, the map is beside the address. */
export const MapBeside = meta.story({
  ...Mapped.input,
  tags: ['whole'],
  render: inWidth(480),
  play: async ({ canvas }) => {
    const map = await canvas.findByRole('region', { name: /^Map of/ })
    await expect(box(map).left).toBeGreaterThan(box(canvas.getByText(/^1514 W 21st Ave/)).right)
  },
})

/** Where there is not, the map is below it. */
export const MapBelow = meta.story({
  ...Mapped.input,
  tags: ['whole'],
  render: inWidth(320),
  play: async ({ canvas }) => {
    const map = await canvas.findByRole('region', { name: /^Map of/ })
    await expect(box(map).top).toBeGreaterThan(box(canvas.getByText(/^1514 W 21st Ave/)).bottom)
  },
})

export const MappedOnPhone = meta.story({ ...Mapped.input, globals: { viewport: { value: 'phone' } } })

/** If the map style cannot be loaded, the card has no map. */
export const MapFails = meta.story({
  tags: ['whole'],
  render: mapped,
  beforeEach: ({ msw }) => void msw.use(http.get(STYLE, () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas, canvasElement }) => {
    await canvas.findByText(/^1514 W 21st Ave/)
    await waitFor(() => expect(canvasElement.querySelector('.maplibregl-map')).not.toBeNull())
    await waitFor(() => expect(canvas.queryByRole('region')).toBeNull())
  },
})

export const NoAddress = meta.story({
  tags: ['whole'],
  render: () => <First change={{ address: null }} />,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No address yet.')).toBeVisible())
    await expect(canvas.queryByRole('link', { name: 'Directions' })).toBeNull()
  },
})
