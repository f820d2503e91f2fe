import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { Dialog } from './dialog.tsx'
import { eventually } from '../../../tests/eventually.ts'

const place = document.body.appendChild(document.createElement('div'))
const root = createRoot(place)

afterEach(async () => {
  await act(async () => root.render(null))
})

const open = async (onClose: () => void) => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await act(async () =>
    root.render(
      <Dialog open onClose={onClose} title="Add Customer">
        <input aria-label="Name" />
      </Dialog>,
    ),
  )
}

test('Escape requests to close once, and the first input has the focus', async () => {
  const onClose = vi.fn()
  await open(onClose)
  await eventually(() => expect(document.activeElement).toHaveAttribute('aria-label', 'Name'))
  await userEvent.keyboard('{Escape}')
  await eventually(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('the focus stays with whoever types before the dialog takes it, in the next frame', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const frames: FrameRequestCallback[] = []
  const held = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  root.render(
    <Dialog open onClose={() => {}} title="Sign">
      <input aria-label="Name" />
      <input aria-label="Title" />
    </Dialog>,
  )
  const field = page.getByRole('textbox', { name: 'Title' })
  await eventually(() => expect(field.element()).toBeInTheDocument())
  const title = field.element() as HTMLElement
  title.focus()
  await eventually(() => expect(frames.length).toBeGreaterThan(0))
  held.mockRestore()
  for (let frame; (frame = frames.shift());) frame(performance.now())
  // The frames that those have asked for.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  expect(document.activeElement).toBe(title)
})

test('Escape closes an open list first, then the dialog', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const onClose = vi.fn()
  root.render(
    <Dialog open onClose={onClose} title="Enter time">
      <Select
        aria-label="Cost code"
        options={[{ value: '120', label: '120 Branch rough-in' }]}
        value={null}
        onChange={() => {}}
      />
    </Dialog>,
  )
  await userEvent.click(page.getByRole('combobox'))
  await expect.element(page.getByRole('listbox')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await eventually(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('a choice far down that gets the focus scrolls into view, and the dialog stays in its place', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const nothing = () => {}
  const halves = [
    { value: 'am', label: 'AM' },
    { value: 'pm', label: 'PM' },
  ] as const
  await act(async () =>
    root.render(
      <Dialog open onClose={nothing} title="Reach">
        <div style={{ height: '200rem' }} />
        <Checkbox value={false} onChange={nothing} aria-label="Quiet" />
        <Switch value={false} onChange={nothing} aria-label="Digest" />
        <Segmented value="am" onChange={nothing} options={halves} aria-label="Half" />
      </Dialog>,
    ),
  )
  await eventually(() => expect(page.getByRole('dialog').element()).toBeVisible())
  const dialog = page.getByRole('dialog').element()
  const inputs = [...dialog.querySelectorAll<HTMLInputElement>('input')]
  expect(inputs).toHaveLength(4)
  const { top } = dialog.getBoundingClientRect()
  for (const input of inputs) {
    input.focus()
    expect(dialog.getBoundingClientRect().top).toBe(top)
  }
})
