import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Result } from '#core/resource/result.ts'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { useSavedValue } from './use-saved-value.ts'

let root: Root
/** What was sent, with what it was put on, and how to answer it. */
let sent: { value: number | null; basis: number | null; answer: (result: Result<unknown>) => void }[] = []

const Percent = ({ stored }: { stored: number | null }) => {
  const { value, error, change, leave } = useSavedValue(
    'percent',
    stored,
    (next, basis) => new Promise((answer) => void sent.push({ value: next, basis, answer })),
  )
  return (
    <span onBlur={leave}>
      <NumberInput aria-label="Percent" value={value} onChange={change} />
      {error}
    </span>
  )
}

beforeEach(() => {
  sent = []
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => root.unmount())

const show = (stored: number) => root.render(<Percent stored={stored} />)
const input = () => page.getByRole('spinbutton', { name: 'Percent' })
const calls = () => sent.map(({ value, basis }) => [value, basis])

test('leaving an input in which nothing was typed saves nothing, whatever others have saved since', async () => {
  show(20)
  await userEvent.click(input())
  show(60)
  await expect.element(input()).toHaveValue('60')
  await userEvent.tab()
  expect(calls()).toEqual([])
})

test('what is typed while a save is on its way is saved as well', async () => {
  show(20)
  await input().fill('30')
  await userEvent.tab()
  await input().fill('40')
  await userEvent.tab()
  expect(calls()).toEqual([[30, 20]])
  show(30)
  sent[0]?.answer({ ok: true, data: null })
  await expect.poll(calls).toEqual([
    [30, 20],
    [40, 30],
  ])
  await expect.element(input()).toHaveValue('40')
})

test('what is typed and not left yet outlives the answer, and is saved when it is left', async () => {
  show(20)
  await input().fill('30')
  await userEvent.tab()
  await input().fill('40')
  show(30)
  sent[0]?.answer({ ok: true, data: null })
  await expect.element(input()).toHaveValue('40')
  await userEvent.tab()
  await expect.poll(calls).toEqual([
    [30, 20],
    [40, 30],
  ])
})

test('an input that is left before the answer is on screen is saved on what the answer says', async () => {
  show(20)
  await input().fill('30')
  await userEvent.tab()
  await input().fill('40')
  sent[0]?.answer({ ok: true, data: null })
  await userEvent.tab()
  await expect.poll(calls).toEqual([
    [30, 20],
    [40, 30],
  ])
})

test('what is refused stays with the reason', async () => {
  show(20)
  await input().fill('101')
  await userEvent.tab()
  sent[0]?.answer({ ok: false, status: 422, message: '', errors: { percent: ['At most 100.'] } })
  await expect.element(page.getByText('At most 100.')).toBeVisible()
  await expect.element(input()).toHaveValue('101')
})
