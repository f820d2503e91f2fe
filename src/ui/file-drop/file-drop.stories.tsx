import { pathOf } from '#lib/dropped-files.ts'
import { expect, fn, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { StateGrid } from '#ui/story.tsx'
import { FileDrop, type FileDropProps } from './file-drop.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Name the kinds of files it takes, and refuse the others with a reason at the file.',
        () => <FileDrop onFiles={() => {}} accept={['image/*']} aria-label="Add photos" />,
      ],
      dont: [
        'Do not let the upload fail later: what is too large is told before it is sent.',
        () => <FileDrop onFiles={() => {}} uploads={[{ id: 'a', name: 'Site.mov', progress: 0, error: 'Failed.' }]} />,
      ],
    },
  ],
  keys: { 'Enter, Space': 'Opens the choice of files.', Tab: 'Moves through the buttons of the files on their way.' },
}

const meta = preview.meta({
  title: 'Kit/File drop',
  tags: ['autodocs'],
  component: FileDrop,
  parameters: { guide },
  args: { onFiles: fn() },
})

export const Playground = meta.story({
  args: { maxFiles: 50, camera: false, disabled: false, 'aria-label': 'Add files' },
})

export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<FileDropProps>
      on="[data-part=dropzone]"
      without={['Pressed']}
      of={(props, state) => <FileDrop onFiles={() => {}} aria-label={state} {...props} />}
      others={{
        Disabled: { disabled: true },
        Uploading: { uploads: [{ id: 'a', name: 'E3.2 Stage lighting.pdf', progress: 0.4 }] },
        Failed: { uploads: [{ id: 'a', name: 'Feeder.dwg', progress: 0, error: 'This file type is not allowed.' }] },
        'Long text': {
          uploads: [
            { id: 'a', name: 'Site/North/Trench along grid C, from the vault to the switchgear.jpg', progress: 0.4 },
          ],
        },
      }}
    />
  ),
})

export const Uploading = meta.story({
  args: {
    uploads: [
      { id: 'a', name: 'E3.2 Stage lighting.pdf', progress: 0.4, onRemove: fn() },
      { id: 'b', name: 'Panel LP-2.jpg', progress: 1, onRemove: fn() },
      { id: 'c', name: 'Feeder.dwg', progress: 0, error: 'This file type is not allowed.', onRemove: fn() },
      { id: 'd', name: 'Site/North/trench.jpg', progress: 0.7, onPause: fn(), onRemove: fn() },
      { id: 'e', name: 'Site/North/conduit.jpg', progress: 0.2, paused: true, onResume: fn(), onRemove: fn() },
      { id: 'f', name: 'Site/roof.jpg', progress: 1, done: true, onRemove: fn() },
    ],
  },
})

export const Dark = meta.story({ ...Uploading.input, globals: { theme: 'dark' } })

/** Accepts valid files, and shows errors for the others. */
export const Choosing = meta.story({
  args: { accept: ['image/*'], maxSize: 1024 * 1024, 'aria-label': 'Add photos' },
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    const input = canvasElement.querySelector('input')
    if (!input) throw new Error('There is no file input.')
    const photo = new File(['bytes'], 'panel.jpg', { type: 'image/jpeg' })
    await userEvent.upload(input, photo)
    await waitFor(() => expect(args.onFiles).toHaveBeenCalledWith([photo]))
    await userEvent.upload(input, new File([new Uint8Array(1024 * 1024 + 1)], 'roof.jpg', { type: 'image/jpeg' }))
    await waitFor(() => expect(canvas.getByText('This file is larger than 1 MB.')).toBeVisible())
  },
})

/** Files in a dropped folder keep their path; a file that is too large or of another type is refused with a message. */
export const DroppedFolder = meta.story({
  args: { accept: ['image/*'], maxSize: 1024 * 1024, 'aria-label': 'Add photos' },
  play: async ({ canvas, args }) => {
    const photo = new File(['bytes'], 'panel.jpg', { type: 'image/jpeg' })
    const drop = new Event('drop', { bubbles: true, cancelable: true })
    const entries = [folder('Site', [folder('North', [file(photo)]), file(new File(['x'], 'notes.txt'))])]
    const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }))
    Object.assign(drop, { dataTransfer: { items, types: ['Files'] } })
    canvas.getByRole('button', { name: 'Add photos' }).dispatchEvent(drop)
    await waitFor(() => expect(args.onFiles).toHaveBeenCalledWith([photo]))
    await expect(pathOf(photo)).toBe('Site/North/panel.jpg')
    await waitFor(() => expect(canvas.getByText('This file type is not allowed.')).toBeVisible())
  },
})

/** What a browser hands out for a dropped file or folder; no test can make a real one. */
const file = (content: File) => ({
  name: content.name,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(content),
})
const folder = (name: string, inside: readonly object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader() {
    const portions = [inside, []]
    return { readEntries: (done: (some: unknown) => void) => done(portions.shift()) }
  },
})
