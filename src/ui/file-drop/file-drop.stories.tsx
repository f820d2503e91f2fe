import { expect, fn, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { FileDrop } from './file-drop.tsx'

const meta = preview.meta({ title: 'Kit/File drop', component: FileDrop, args: { onFiles: fn() } })

export const Uploading = meta.story({
  args: {
    onRemove: fn(),
    uploads: [
      { id: 'a', name: 'E3.2 Stage lighting.pdf', progress: 0.4 },
      { id: 'b', name: 'Panel LP-2.jpg', progress: 1 },
      { id: 'c', name: 'Feeder.dwg', progress: 0, error: 'This file type is not allowed.' },
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
