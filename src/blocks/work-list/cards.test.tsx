import { act } from 'react'
import { signal } from '@preact/signals-react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Cards } from './cards.tsx'

const rows = Array.from({ length: 130 }, (_, at) => signal({ id: at + 1, name: `Card ${at + 1}.` }))
let root: ReturnType<typeof createRoot>

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(async () => root.unmount()))

test('so many cards are drawn at first, and a changed record draws its card alone', async () => {
  const draw = vi.fn(({ name }: { name: string }) => <span>{name}</span>)
  await act(async () =>
    root.render(
      <Cards
        label="Crates"
        cards={{ draw, width: '8rem' }}
        rows={rows}
        cursor={undefined}
        selection={undefined}
        onFold={() => {}}
      />,
    ),
  )
  await expect.element(page.getByText('Card 120.')).toBeInTheDocument()
  await expect.element(page.getByText('Card 121.')).not.toBeInTheDocument()
  await act(() => page.getByRole('button', { name: 'Show more' }).click())
  await expect.element(page.getByText('Card 130.')).toBeInTheDocument()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  draw.mockClear()
  const [first] = rows
  await act(async () => first && (first.value = { id: 1, name: 'Another' }))
  await expect.element(page.getByText('Another')).toBeInTheDocument()
  expect(draw).toHaveBeenCalledTimes(1)
})
