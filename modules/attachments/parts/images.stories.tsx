import { HttpResponse, delay, http } from 'msw'
import { expect, fireEvent, screen, waitFor, within } from 'storybook/test'
import preview, { type StoryApp } from '../../../.storybook/preview.tsx'
import { Images } from './images.tsx'

const meta = preview.meta({
  title: 'Parts/Images',
  component: Images,
  parameters: { path: '/' },
  args: { on: { type: 'projects', id: 1 }, mayAdd: true, mayEdit: () => true },
})
const phone = { viewport: { value: 'phone' } }
const at = '/api/projects/1/attachments'

/** Drawn pictures, cached for all stories because encoding is slow. */
const drawn = new Map<string, Promise<Blob>>()
function draw(color: string, label: string): Promise<Blob> {
  const blob = drawn.get(label) ?? drawNow(color, label)
  drawn.set(label, blob)
  return blob
}
function drawNow(color: string, label: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(640, 480)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  context.fillStyle = color
  context.fillRect(0, 0, 640, 480)
  context.fillStyle = '#fff'
  context.font = '600 48px sans-serif'
  context.fillText(label, 40, 90)
  return canvas.convertToBlob({ type: 'image/jpeg' })
}
const pictures = [
  ['#2f6fd6', 'Panel LP-2', 'Door swing is wrong'],
  ['#18794e', 'Trench along grid C', ''],
  ['#8a5a00', 'Gear', 'Gear in room 12'],
] as const
/** Uploads pictures before the story starts. */
async function put(app: StoryApp | undefined, count: number = pictures.length) {
  for (const [color, label, caption] of pictures.slice(0, count)) {
    const body = new FormData()
    body.append('file', new File([await draw(color, label)], `${label}.jpg`, { type: 'image/jpeg' }))
    if (caption) body.append('caption', caption)
    await app?.http(at, { method: 'POST', body })
  }
}
const input = (element: HTMLElement) => {
  const found = element.querySelector<HTMLInputElement>('input[type=file]:not([capture])')
  if (!found) throw new Error('There is no way to choose files.')
  return found
}
const tiles = () => screen.queryAllByRole('button', { name: /^Open / }).map((tile) => tile.getAttribute('aria-label'))

/** Without images, only the input to add some is shown. */
export const None = meta.story({
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { name: 'Images' })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Add photos' })).toBeVisible()
  },
})

/** Without images, nothing is shown to users who may not add any. */
export const NoneToSee = meta.story({
  tags: ['whole'],
  args: { mayAdd: false },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('heading', { name: 'Images' })).toBeNull()
  },
})

/** Images are labelled by their captions, or by their file names. */
export const Several = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => put(app),
  play: async () => {
    await waitFor(() =>
      expect(tiles()).toEqual(['Open Door swing is wrong', 'Open Trench along grid C.jpg', 'Open Gear in room 12']),
    )
  },
})

/** In one row, which scrolls sideways to the pictures that have no room; the keyboard reaches them. */
export const InRow = meta.story({
  tags: ['whole'],
  args: { inRow: true },
  beforeEach: ({ app }) => put(app),
  render: (args) => (
    <div style={{ width: 340 }}>
      <Images {...args} />
    </div>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(tiles()).toHaveLength(3))
    const all = canvas.getAllByRole('button', { name: /^Open / })
    const tops = all.map((tile) => Math.round(tile.getBoundingClientRect().top))
    await expect(new Set(tops).size).toBe(1)
    const row = all[0]?.closest('ul')
    await expect(row?.scrollWidth).toBeGreaterThan(row?.clientWidth ?? Infinity)
    all[2]?.focus()
    await waitFor(() => expect(row?.scrollLeft).toBeGreaterThan(0))
  },
})

export const SeveralDark = meta.story({ ...Several.input, tags: ['whole'], globals: { theme: 'dark' } })

/** Marks are drawn on a copy, which is added beside the photo with what is known of it. */
export const MarkedCopy = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => put(app, 1),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Open Door swing is wrong' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Draw on a copy' }))
    const form = within(await screen.findByRole('dialog', { name: 'Draw on a copy' }))
    await waitFor(() => expect(form.getByRole('img', { name: 'Door swing is wrong' })).toHaveProperty('complete', true))
    const sheet = form.getByRole('img', { name: '0 marks' })
    sheet.setPointerCapture = () => {}
    const { left, top, width, height } = sheet.getBoundingClientRect()
    for (const [type, x] of [
      ['pointerDown', 0.3],
      ['pointerMove', 0.6],
      ['pointerUp', 0.6],
    ] as const)
      await fireEvent[type](sheet, { clientX: left + x * width, clientY: top + x * height, pointerId: 1 })
    // Leaving asks, so that the marks are not lost by a slip.
    await userEvent.click(form.getByRole('button', { name: 'Close' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard the marks?' }))
    // The question takes presses in the frame after the one that shows it.
    await waitFor(() => userEvent.click(question.getByRole('button', { name: 'Cancel' })))
    await userEvent.click(form.getByRole('button', { name: 'Save copy' }))
    await waitFor(() => expect(screen.getByText('1 of 2')).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.getByText('2 of 2')).toBeVisible())
    await expect(screen.getByRole('img', { name: 'Door swing is wrong' })).toBeVisible()
  },
})

export const SeveralOnPhone = meta.story({ ...Several.input, globals: phone })

/** Several files are uploaded at once, each with its progress, and can be cancelled. */
export const Uploading = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) =>
    void msw.use(
      http.post(at, async () => {
        await delay('infinite')
        return HttpResponse.json({})
      }),
    ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    const picture = await draw('#2f6fd6', 'Panel LP-2')
    const names = ['Panel LP-2', 'Trench', 'Gear', 'Roof', 'Door', 'Conduit']
    const files = names.map((name) => new File([picture], `${name}.jpg`, { type: 'image/jpeg' }))
    await userEvent.upload(input(canvasElement), files)
    await waitFor(() => expect(canvas.getByText('0 of 6 files')).toBeVisible())
    await expect(canvas.getByRole('progressbar', { name: 'Uploading all files' })).toBeVisible()
    // Five go up side by side; the sixth waits its turn.
    await expect(canvas.getByRole('progressbar', { name: 'Uploading Conduit.jpg' })).toHaveAttribute(
      'aria-valuenow',
      '0',
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Pause Gear.jpg' }))
    await waitFor(() => expect(canvas.getByText('Paused')).toBeVisible())
    await userEvent.click(canvas.getByRole('button', { name: 'Go on with Gear.jpg' }))
    await waitFor(() => expect(canvas.queryByText('Paused')).toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: 'Pause all' }))
    await waitFor(() => expect(canvas.getAllByText('Paused')).toHaveLength(6))
    await userEvent.click(canvas.getByRole('button', { name: 'Go on with all' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Remove Panel LP-2.jpg' }))
    await waitFor(() => expect(canvas.queryByText('Panel LP-2.jpg')).toBeNull())
  },
})

export const UploadingOnPhone = meta.story({ ...Uploading.input, globals: phone })

/** A refused file shows its error and offers no retry. */
export const Refused = meta.story({
  tags: ['whole'],
  play: async ({ canvas, canvasElement, userEvent }) => {
    const photo = new File([await draw('#2f6fd6', 'Panel')], 'panel.jpg', { type: 'image/jpeg' })
    const page = new File(['<!doctype html><script>alert(1)</script>'], 'site.jpg', { type: 'image/jpeg' })
    await userEvent.upload(input(canvasElement), [photo, page])
    await waitFor(() => expect(canvas.getByText('This file type is not allowed.')).toBeVisible())
    await waitFor(() => expect(tiles()).toEqual(['Open panel.jpg']))
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove site.jpg' }))
    await waitFor(() => expect(canvas.queryByText('This file type is not allowed.')).toBeNull())
  },
})

/** What the browser cannot make a JPEG of, such as a phone's HEIC in Chrome, would not be shown: it says so. */
export const Unreadable = meta.story({
  tags: ['whole'],
  play: async ({ canvas, canvasElement, userEvent }) => {
    const photo = new File(['\0\0\0\x18ftypheic\0\0\0\0mif1heic'], 'IMG_0042.HEIC', { type: 'image/heic' })
    await userEvent.upload(input(canvasElement), photo)
    await waitFor(() =>
      expect(
        canvas.getByText('This browser cannot read this kind of picture. Save it as JPEG, and add that.'),
      ).toBeVisible(),
    )
    await expect(canvas.queryByRole('button', { name: 'Try again' })).toBeNull()
    await expect(tiles()).toEqual([])
  },
})

/** Signed out on the way, they wait, and go on by themselves once the same person has signed in again. */
export const SignedOutMeanwhile = meta.story({
  tags: ['whole'],
  play: async ({ canvas, canvasElement, userEvent, app }) => {
    const session = app?.services.session
    const photo = new File([await draw('#2f6fd6', 'Panel')], 'panel.jpg', { type: 'image/jpeg' })
    await app?.http('/logout', { method: 'POST' })
    await userEvent.upload(input(canvasElement), photo)
    await waitFor(() => expect(session?.user.value).toBeNull())
    await expect(tiles()).toEqual([])
    await session?.login({ email: 'admin@plumbline.test', password: 'plumbline' })
    await waitFor(() => expect(tiles()).toEqual(['Open panel.jpg']))
    await expect(canvas.queryByText('panel.jpg')).toBeNull()
  },
})

/** A connection that is lost on the way offers another try, which works as soon as there is one. */
export const NoConnection = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.post(at, () => HttpResponse.error())),
  play: async ({ canvasElement, userEvent, msw, app }) => {
    const photo = new File([await draw('#2f6fd6', 'Panel')], 'panel.jpg', { type: 'image/jpeg' })
    await userEvent.upload(input(canvasElement), photo)
    await waitFor(() => expect(app?.services.writes.count()).toBe(1))
    await waitFor(() => expect(tiles()).toEqual(['Open panel.jpg']))
    await expect(canvasElement.querySelector('img')?.src).toMatch(/^blob:/)
    msw.resetHandlers()
    await app?.services.writes.wake()
    await waitFor(() => expect(canvasElement.querySelector('img')?.src).toMatch(/preview/))
    await expect(tiles()).toEqual(['Open panel.jpg'])
  },
})

/** The viewer shows a picture with its uploader and date, and its caption can be edited there. */
export const Viewed = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => put(app),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Open Trench along grid C.jpg' }))
    const viewer = within(await screen.findByRole('dialog', { name: '2 of 3' }))
    await waitFor(() => expect(viewer.getByText(/^Dana Mercer · /)).toBeVisible())
    await userEvent.click(viewer.getByRole('button', { name: 'Caption' }))
    const form = within(await screen.findByRole('dialog', { name: 'Caption' }))
    await userEvent.type(form.getByRole('textbox', { name: 'Caption' }), 'Before backfill')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await screen.findByRole('dialog', { name: '2 of 3' })
    await waitFor(() => expect(screen.getByRole('img', { name: 'Before backfill' })).toBeVisible())
  },
})

export const ViewedOnPhone = meta.story({ ...Viewed.input, globals: phone })

/** After deleting a picture, the viewer shows the next one, or closes after the last. */
export const Deleted = meta.story({
  tags: ['whole'],
  beforeEach: ({ app }) => put(app, 2),
  play: async ({ userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Open Door swing is wrong' }))
    for (const left of ['1 of 1', null]) {
      await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
      const question = within(await screen.findByRole('alertdialog'))
      await waitFor(() => expect(question.getByText('Delete this item?')).toBeVisible())
      await userEvent.click(question.getByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      if (left) await screen.findByRole('dialog', { name: left })
    }
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(tiles()).toEqual([])
  },
})

/** Users without edit permission cannot change captions or delete pictures. */
export const ReadOnly = meta.story({
  tags: ['whole'],
  args: { mayAdd: false, mayEdit: () => false },
  beforeEach: ({ app }) => put(app, 1),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Open Door swing is wrong' }))
    const viewer = within(await screen.findByRole('dialog', { name: '1 of 1' }))
    for (const name of ['Caption', 'Delete']) await expect(viewer.queryByRole('button', { name })).toBeNull()
    await expect(viewer.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\?download$/),
    )
    await expect(canvas.queryByRole('button', { name: 'Add photos' })).toBeNull()
  },
})
